/** Text of the welcome screen for a new user. */
import * as ar from "./ar/welcome.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/welcome.ts";
import * as en from "./en/welcome.ts";

export const words = byLanguage({ en, de, ar });
