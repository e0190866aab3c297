/** Text of the list of tokens. */
import * as ar from "./ar/tokens.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/tokens.ts";
import * as en from "./en/tokens.ts";

export const words = byLanguage({ en, de, ar });
