/** Reads people's tables in a thread of its own: see view/tablereader.js. */
import {described} from "../package/errors.js";
import {readColumns} from "../package/table/table.js";
import {once} from "../ui/once.js";

/** The readers of formats that few files have: fetched once the page has time, so that they are there without a network. */
const late = once(async () => {
  await new Promise((done) => setTimeout(done, 5000));
  await Promise.all([import("xaia:xlsx"), import("xaia:parquet"), import("xaia:encoding")]);
});

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
  late().catch(() => {}); // then they come with the first such file
};
