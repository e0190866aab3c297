/** Words of the types of page. */
import * as ar from "./ar/kinds.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/kinds.ts";
import * as en from "./en/kinds.ts";

export const words = byLanguage({ en, de, ar });
