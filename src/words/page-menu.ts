/** Words of the menu of a page. */
import * as ar from "./ar/page-menu.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/page-menu.ts";
import * as en from "./en/page-menu.ts";

export const words = byLanguage({ en, de, ar });
