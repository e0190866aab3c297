/** Text of a page that is open for reading while others edit it. */
import * as ar from "./ar/reader.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/reader.ts";
import * as en from "./en/reader.ts";

export const words = byLanguage({ en, de, ar });
