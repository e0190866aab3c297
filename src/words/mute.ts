/** Words of muting. */
import * as ar from "./ar/mute.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/mute.ts";
import * as en from "./en/mute.ts";

export const words = byLanguage({ en, de, ar });
