/** Words of comments beside the text of a page. */
import * as ar from "./ar/comments.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/comments.ts";
import * as en from "./en/comments.ts";

export const words = byLanguage({ en, de, ar });
