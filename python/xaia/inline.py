"""The engine of a page: in Pyodide Python has no processes, and the engine is a WebAssembly module in the same thread."""

import gzip
import pkgutil


class Inline:
    """What process.Engine asks of a child. A message is complete when its answer is read."""

    def __init__(self):
        from js import Uint8Array
        from pyodide.code import run_js

        files = [pkgutil.get_data(__package__, name) for name in ("wasm_exec.js", "xaia-engine.wasm.gz")]  # from a zip, too
        run_js(files[0].decode())
        # The functions of JavaScript aren't the child's, and Go's are the module's: both live as long as the page.
        self.answer = run_js(
            """(bytes) => {
              const go = new Go();
              go.run(new WebAssembly.Instance(new WebAssembly.Module(bytes), go.importObject));
              const answer = globalThis.xaiaEngine;
              delete globalThis.xaiaEngine;
              delete globalThis.Go;
              return answer;
            }"""
        )(self._bytes(Uint8Array, gzip.decompress(files[1])))
        self.array, self.message, self.said = Uint8Array, bytearray(), b""
        self.stdin = self.stdout = self

    @staticmethod
    def _bytes(array, content):
        found = array.new(len(content))
        found.assign(content)
        return found

    def write(self, part):
        self.message += part
        return len(part)

    def read(self, size):
        if self.message:
            message, self.message = self._bytes(self.array, self.message), bytearray()
            self.said = self.answer(message).to_bytes()
        part, self.said = self.said[:size], self.said[size:]
        return part

    def poll(self):
        return None

    def kill(self):
        pass

    close = wait = kill
