/**
 * `npm run bench:scale`: same as `bench:cost`, and with a million pages as well. Takes half a minute and some hundred
 * megabytes.
 */
import { runScale } from "../scale.ts";

process.exitCode = await runScale(["S", "M", "L"]);
