/** Words for text whose place was deleted while it was being typed. */
import * as ar from "./ar/lost-text.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/lost-text.ts";
import * as en from "./en/lost-text.ts";

export const words = byLanguage({ en, de, ar });
