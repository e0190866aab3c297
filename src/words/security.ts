/** Words of where somebody is signed in, and of ending it. */
import * as ar from "./ar/security.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/security.ts";
import * as en from "./en/security.ts";

export const words = byLanguage({ en, de, ar });
