/** `npm run bench:cost`: what each request costs in rows, trips and calls, at a thousand and at a hundred thousand pages. */
import { runScale } from "./bench/scale.ts";

process.exitCode = await runScale(["S", "M"]);
