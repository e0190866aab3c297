/** Text around the API reference, which itself is only in English. */
import * as ar from "./ar/reference.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/reference.ts";
import * as en from "./en/reference.ts";

export const words = byLanguage({ en, de, ar });
