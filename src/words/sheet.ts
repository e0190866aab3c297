/** Words of a SHEET page. */
import * as ar from "./ar/sheet.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/sheet.ts";
import * as en from "./en/sheet.ts";

export const words = byLanguage({ en, de, ar });
