/** Words of the page on which programs are connected. */
import * as ar from "./ar/connect.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/connect.ts";
import * as en from "./en/connect.ts";

export const words = byLanguage({ en, de, ar });
