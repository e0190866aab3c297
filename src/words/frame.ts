/** Words of what is around every view: the side, the bar, short messages. */
import * as ar from "./ar/frame.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/frame.ts";
import * as en from "./en/frame.ts";

export const words = byLanguage({ en, de, ar });
