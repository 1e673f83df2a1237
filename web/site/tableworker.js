/** Reads people's tables in a thread of its own: see view/tablereader.js. */
import {described} from "../package/errors.js";
import {readColumns} from "../package/table/table.js";

/** The worker's scope, which the types of a page lack. @type {{onmessage: ((event: MessageEvent) => void) | null, postMessage: (message: any, transfer?: any[]) => void}} */
const here = /** @type {any} */ (self);

here.onmessage = async ({data: {source, options}}) => {
  let last = 0;
  const onProgress = ({done, total}) => {
    if (Date.now() - last < 50) return;
    last = Date.now();
    here.postMessage({progress: done / total});
  };
  try {
    const table = await readColumns(source, {...options, onProgress});
    here.postMessage({table}, [...new Set(table.columns.map((c) => c.indices.buffer))]);
  } catch (error) {
    here.postMessage({error: described(error)});
  }
};
