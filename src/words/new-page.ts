/** Text of the New page dialog. */
import * as ar from "./ar/new-page.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/new-page.ts";
import * as en from "./en/new-page.ts";

export const words = byLanguage({ en, de, ar });
