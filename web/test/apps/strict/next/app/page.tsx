/** Next: the server fits and answers, the page goes on with its model. */
import {fit} from "xaia";
import {Asked} from "./asked";
import {asked, flats} from "./flats";

export const dynamic = "force-dynamic";

export default async function Page() {
  const model = await fit(flats, "price");
  const answer = await model.predict(asked);
  return <Asked model={await model.save()} answer={answer} />;
}
