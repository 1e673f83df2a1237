// Modules that the bundler makes (plugins.go).
declare module "go:wasm_exec" {
  export function createGo(scope: object): any;
}
declare module "inline:wasm" {
  export const compressed: string;
}
declare module "inline:worker" {
  export const source: string;
}
declare var process: any; // Node's; a bundler writes the mode in its place


declare module "xaia:kernels" {
  export const kernelModule: string, kernelTable: string;
}
