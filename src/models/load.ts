/** Loads what calls models on the first call, because it would slow down every isolate's startup. */
import { loadOnce } from "../platform/load-once.ts";

export const aiSdk = loadOnce(() => import("./ai-sdk.ts"));
export const demo = loadOnce(() => import("./demo/demo.ts"));
