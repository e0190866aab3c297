/** Words of the passkeys of an account. */
import * as ar from "./ar/passkeys.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/passkeys.ts";
import * as en from "./en/passkeys.ts";

export const words = byLanguage({ en, de, ar });
