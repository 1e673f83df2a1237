export default {
  title: "A course",
  vue: {template: {compilerOptions: {isCustomElement: (tag) => tag.startsWith("xaia-")}}},
};
