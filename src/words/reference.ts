/** Words around the reference of the HTTP interface, which is in English itself. */
import * as ar from "./ar/reference.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/reference.ts";
import * as en from "./en/reference.ts";

export const words = byLanguage({ en, de, ar });
