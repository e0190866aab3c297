/** Words of the list of keys. */
import * as ar from "./ar/keys.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/keys.ts";
import * as en from "./en/keys.ts";

export const words = byLanguage({ en, de, ar });
