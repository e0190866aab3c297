/** Words of the editor of a CODE page. */
import * as ar from "./ar/editor-code.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-code.ts";
import * as en from "./en/editor-code.ts";

export const words = byLanguage({ en, de, ar });
