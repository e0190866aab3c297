/** Words of the way to a page. */
import * as ar from "./ar/crumbs.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/crumbs.ts";
import * as en from "./en/crumbs.ts";

export const words = byLanguage({ en, de, ar });
