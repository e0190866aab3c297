/** Words of the trash. */
import * as ar from "./ar/trash.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/trash.ts";
import * as en from "./en/trash.ts";

export const words = byLanguage({ en, de, ar });
