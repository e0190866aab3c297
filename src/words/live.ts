/** Words of the place in the bar that says who is here and whether a page is saved. */
import * as ar from "./ar/live.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/live.ts";
import * as en from "./en/live.ts";

export const words = byLanguage({ en, de, ar });
