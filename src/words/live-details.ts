/** Words of what stands behind the place in the bar, and of following somebody. */
import * as ar from "./ar/live-details.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/live-details.ts";
import * as en from "./en/live-details.ts";

export const words = byLanguage({ en, de, ar });
