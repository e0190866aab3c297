/** Words of uploads. */
import * as ar from "./ar/uploads.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/uploads.ts";
import * as en from "./en/uploads.ts";

export const words = byLanguage({ en, de, ar });
