/** What a bundler makes of the import: the compiled module for initialize({wasmModule}), or an address for {wasmURL}. */
declare const wasm: any;
export default wasm;
