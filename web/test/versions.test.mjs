/** Model files of earlier versions: testdata/models has some, with what their own version answered. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";

const files = JSON.parse(readFileSync(new URL("../../testdata/models/version-1.json", import.meta.url), "utf8"));

test("a file of version 1 answers as before, also after it was saved again", async () => {
  let different = 0;
  for (const {model: file, bytes, queries, predictions} of files) {
    const model = await xaia.load(file);
    assert.deepEqual(await model.predict(queries), predictions);
    assert.deepEqual(await model.predict(file.X), file.y);
    assert.match(model.report.warnings.join(), /no checksum/);
    for (const again of [await xaia.load(Buffer.from(bytes, "base64")), await xaia.load(await model.toJSON()), await xaia.load(await model.toBytes())]) {
      assert.deepEqual(await again.predict(queries), predictions);
      assert.deepEqual(again.report.warnings, []);
    }
    const {model: absorbed} = await model.absorb([queries[0]], [9], {tolerance: 0.1});
    assert.equal((await absorbed.toJSON()).floor, file.options.skip ? 0.01 : undefined);
    const today = await xaia.fit(file.X, file.y, {...file.options, settings: file.options.settings});
    if (JSON.stringify(await today.predict(queries)) !== JSON.stringify(predictions)) different++;
  }
  assert.equal(different, 3, "each file under the skip connection has to differ from a fit of today");
  await assert.rejects(xaia.load({...files[0].model, floor: 0.02}), {code: "model-file", message: /floor is 0.02/});
});
