/** Words of mails. */
import * as ar from "./ar/mail.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/mail.ts";
import * as en from "./en/mail.ts";

export const words = byLanguage({ en, de, ar });
