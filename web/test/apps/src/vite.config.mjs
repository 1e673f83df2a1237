// Vite's dev server must not move the package into its cache: it looks for its
// files beside itself.
export default {optimizeDeps: {exclude: ["xaia"]}};
