/** Text of lists of people and of the people picker. */
import * as ar from "./ar/people.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/people.ts";
import * as en from "./en/people.ts";

export const words = byLanguage({ en, de, ar });
