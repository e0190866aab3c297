/** Words of the pages on which apps and terminals are connected. */
import * as ar from "./ar/consent.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/consent.ts";
import * as en from "./en/consent.ts";

export const words = byLanguage({ en, de, ar });
