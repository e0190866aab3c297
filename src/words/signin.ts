/** Words of signing in, and of pages that stand alone. */
import * as ar from "./ar/signin.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/signin.ts";
import * as en from "./en/signin.ts";

export const words = byLanguage({ en, de, ar });
