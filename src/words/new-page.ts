/** Words of the dialog that makes a page. */
import * as ar from "./ar/new-page.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/new-page.ts";
import * as en from "./en/new-page.ts";

export const words = byLanguage({ en, de, ar });
