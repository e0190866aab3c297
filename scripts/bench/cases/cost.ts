/**
 * `npm run bench:cost`: the cost of each request in rows, round trips and calls, with a thousand and with a hundred thousand
 * pages.
 */
import { runScale } from "../scale.ts";

process.exitCode = await runScale(["S", "M"]);
