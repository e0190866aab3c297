/** Text of the actions on pages in the tree. */
import * as ar from "./ar/tree.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/tree.ts";
import * as en from "./en/tree.ts";

export const words = byLanguage({ en, de, ar });
