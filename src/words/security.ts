/** Text of the lists of sessions and devices. */
import * as ar from "./ar/security.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/security.ts";
import * as en from "./en/security.ts";

export const words = byLanguage({ en, de, ar });
