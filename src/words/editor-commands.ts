/** Words of the editor's commands, and of the menus at the caret that offer them. */
import * as ar from "./ar/editor-commands.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-commands.ts";
import * as en from "./en/editor-commands.ts";

export const words = byLanguage({ en, de, ar });
