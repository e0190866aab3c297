/** Words of asking for a page that is not there for this person. */
import * as ar from "./ar/ask.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/ask.ts";
import * as en from "./en/ask.ts";

export const words = byLanguage({ en, de, ar });
