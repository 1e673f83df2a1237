// What a page with a widget needs, and no more.
export default {title: "xaia", root: "src", output: "dist", search: false, pager: false, sidebar: false, toc: false};
