/** Loads the protocol on the first call, because its library would slow down every isolate's startup. */
import { loadOnce } from "../../../platform/load-once.ts";

export const protocol = loadOnce(() => import("./serve.ts"));
