/** Refusals for browsers. Their words are many, so other languages load them when there is one to say. */
import * as ar from "./ar/refusals-soon.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/refusals-soon.ts";
import * as en from "./en/refusals-soon.ts";

export const words = byLanguage({ en, de, ar });
