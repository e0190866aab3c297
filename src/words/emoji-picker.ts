/** The dialog that chooses an emoji. */
import * as ar from "./ar/emoji-picker.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/emoji-picker.ts";
import * as en from "./en/emoji-picker.ts";

export const words = byLanguage({ en, de, ar });
