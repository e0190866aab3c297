/** Words that say what was moved or put into the trash. */
import * as ar from "./ar/changes.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/changes.ts";
import * as en from "./en/changes.ts";

export const words = byLanguage({ en, de, ar });
