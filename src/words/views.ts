/** Words of the views of a folder. */
import * as ar from "./ar/views.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/views.ts";
import * as en from "./en/views.ts";

export const words = byLanguage({ en, de, ar });
