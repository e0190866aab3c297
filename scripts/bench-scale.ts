/** `npm run bench:scale`: as `bench:cost`, at a million pages besides. Takes half a minute and some hundred megabytes. */
import { runScale } from "./bench/scale.ts";

process.exitCode = await runScale(["S", "M", "L"]);
