/** Words of the list of what somebody was told. */
import * as ar from "./ar/inbox.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/inbox.ts";
import * as en from "./en/inbox.ts";

export const words = byLanguage({ en, de, ar });
