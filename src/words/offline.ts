/** Text for working offline. */
import * as ar from "./ar/offline.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/offline.ts";
import * as en from "./en/offline.ts";

export const words = byLanguage({ en, de, ar });
