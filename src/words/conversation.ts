/** Words of messages and of writing them. */
import * as ar from "./ar/conversation.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/conversation.ts";
import * as en from "./en/conversation.ts";

export const words = byLanguage({ en, de, ar });
