/** Text of the view of pages shared with the user. */
import * as ar from "./ar/shared.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/shared.ts";
import * as en from "./en/shared.ts";

export const words = byLanguage({ en, de, ar });
