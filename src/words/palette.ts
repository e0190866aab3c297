/** Words of the palette. */
import * as ar from "./ar/palette.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/palette.ts";
import * as en from "./en/palette.ts";

export const words = byLanguage({ en, de, ar });
