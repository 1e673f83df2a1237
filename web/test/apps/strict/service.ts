/** A service of Node: it answers with a certificate, and checks one without the engine. */
import {createServer} from "node:http";
import {fit, XaiaError} from "xaia";
import {load, verify} from "xaia/lite";
import {flats} from "./flats.js";

const model = await fit(flats, "price");
const lite = load<number>(await model.save({format: "lite"}));

const server = createServer(async (request, response) => {
  const query = new URL(request.url ?? "/", "http://service").searchParams;
  const row = {size: Number(query.get("size") ?? 71.5), floor: 2, town: query.get("town") ?? "Ulm"};
  try {
    const certificate = await model.certificate(row);
    const {valid} = verify(certificate, lite);
    response.end(`answer: ${valid && lite.predict(row) === certificate.value && certificate.neurons.length > 0 ? "certified" : "not certified"}`);
  } catch (error) {
    response.statusCode = error instanceof XaiaError && error.code === "internal" ? 500 : 422;
    response.end(`answer: ${error instanceof XaiaError ? error.code : String(error)}`);
  }
});
server.listen(0, "127.0.0.1", () => {
  const at = server.address();
  if (at && typeof at === "object") console.log(`http://127.0.0.1:${at.port}/`);
});
