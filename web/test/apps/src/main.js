/** What every app of the matrix does; the test reads the result from the page. */
import * as xaia from "xaia";
import {run} from "./run.js";

run(xaia);
