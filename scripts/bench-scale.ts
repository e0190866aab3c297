/** `npm run bench:scale`: as `bench:cost`, at a million pages besides. Takes minutes and a few hundred megabytes. */
import { runScale } from "./bench/scale.ts";

process.exitCode = await runScale(["S", "M", "L"]);
