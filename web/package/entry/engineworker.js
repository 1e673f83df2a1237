/** The worker alone, for the inline build. */
import {serve} from "../worker.js";

serve(self);
