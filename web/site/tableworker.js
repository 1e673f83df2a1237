/** Reads people's tables in a thread of its own: see view/tablereader.js. */
import {described} from "../package/errors.js";
import {readColumns} from "../package/table/table.js";

const here = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

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
