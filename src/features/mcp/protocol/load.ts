/** Loads the protocol with the first call: its library takes part of the time in which an isolate starts. */
import { loadOnce } from "../../../platform/load-once.ts";

export const protocol = loadOnce(() => import("./serve.ts"));
