/** Emoji with their names. */
import * as ar from "./ar/emoji-list.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/emoji-list.ts";
import * as en from "./en/emoji-list.ts";

export const words = byLanguage({ en, de, ar });
