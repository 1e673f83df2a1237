/** The page from one visit to the next. */
import {keep, kept} from "../../ui/storage.js";
import {writeState} from "./state.js";

const key = "xaia-page";

/** What was kept from the last visit, or null. */
export const stored = () => kept(key);

/** Keeps a page for the next visit; null: none. @param {import("./state.js").State | null} page */
export const store = (page) => keep(key, page && writeState(page));
