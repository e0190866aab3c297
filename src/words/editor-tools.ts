/** Words of what is around a text that is written: menus of blocks and tables, links, images, outline and counts. */
import * as ar from "./ar/editor-tools.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-tools.ts";
import * as en from "./en/editor-tools.ts";

export const words = byLanguage({ en, de, ar });
