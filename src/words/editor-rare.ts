/** Words of what few need in an editor, each loaded when it is asked for. */
import * as ar from "./ar/editor-rare.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-rare.ts";
import * as en from "./en/editor-rare.ts";

export const words = byLanguage({ en, de, ar });
