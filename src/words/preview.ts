/** Words of the preview of a page next to a list. */
import * as ar from "./ar/preview.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/preview.ts";
import * as en from "./en/preview.ts";

export const words = byLanguage({ en, de, ar });
