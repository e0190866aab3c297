/** Words of the steps of an agent's answer. */
import * as ar from "./ar/run.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/run.ts";
import * as en from "./en/run.ts";

export const words = byLanguage({ en, de, ar });
