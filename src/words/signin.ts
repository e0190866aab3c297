/** Text of the sign-in page and of other standalone pages. */
import * as ar from "./ar/signin.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/signin.ts";
import * as en from "./en/signin.ts";

export const words = byLanguage({ en, de, ar });
