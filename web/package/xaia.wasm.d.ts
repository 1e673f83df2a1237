/** A bundler resolves the import to the compiled module, for initialize({wasmModule}), or to an address, for {wasmURL}. */
declare const wasm: any;
export default wasm;
