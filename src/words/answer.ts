/** Words of an agent's answer, and of why there is none. Only browsers show them, so that the Worker stays small. */
import * as ar from "./ar/answer.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/answer.ts";
import * as en from "./en/answer.ts";

export const words = byLanguage({ en, de, ar });
