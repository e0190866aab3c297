/** Words of a FILE page. */
import * as ar from "./ar/file.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/file.ts";
import * as en from "./en/file.ts";

export const words = byLanguage({ en, de, ar });
