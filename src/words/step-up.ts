/** Text of the dialog that asks the user to sign in again. */
import * as ar from "./ar/step-up.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/step-up.ts";
import * as en from "./en/step-up.ts";

export const words = byLanguage({ en, de, ar });
