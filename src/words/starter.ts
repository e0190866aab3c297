/** The three sample pages offered to a new user. */
import * as ar from "./ar/starter.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/starter.ts";
import * as en from "./en/starter.ts";

export const words = byLanguage({ en, de, ar });
