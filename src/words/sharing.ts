/** Text for sharing a page and requesting access. */
import * as ar from "./ar/sharing.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/sharing.ts";
import * as en from "./en/sharing.ts";

export const words = byLanguage({ en, de, ar });
