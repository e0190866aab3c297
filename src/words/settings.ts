/** Words of the settings. */
import * as ar from "./ar/settings.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/settings.ts";
import * as en from "./en/settings.ts";

export const words = byLanguage({ en, de, ar });
