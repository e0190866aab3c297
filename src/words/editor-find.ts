/** Words of finding and replacing in a text. */
import * as ar from "./ar/editor-find.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-find.ts";
import * as en from "./en/editor-find.ts";

export const words = byLanguage({ en, de, ar });
