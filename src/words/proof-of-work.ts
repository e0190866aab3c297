/** Words for the proof of work that a sign-in link may cost. */
import * as ar from "./ar/proof-of-work.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/proof-of-work.ts";
import * as en from "./en/proof-of-work.ts";

export const words = byLanguage({ en, de, ar });
