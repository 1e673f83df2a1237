module.exports = {
  title: "A course", url: "http://localhost", baseUrl: "/", favicon: "data:,",
  onBrokenLinks: "throw",
  scripts: [{src: "/lessons.mjs", type: "module"}],
  plugins: ["@docusaurus/plugin-content-pages"],
  themes: ["@docusaurus/theme-classic"],
};
