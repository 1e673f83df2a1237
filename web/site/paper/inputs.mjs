/** What the experiments read; the build copies it beside the page. */
export const inputs = [
  "golden/fig4-summary.json", "golden/rings.json",
  "data/boston.csv", "data/diabetes.csv", "data/iris.csv", "data/wine.csv", "data/cancer.csv",
];
