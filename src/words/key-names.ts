/** Names of keys. */
import * as ar from "./ar/key-names.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/key-names.ts";
import * as en from "./en/key-names.ts";

export const words = byLanguage({ en, de, ar });
