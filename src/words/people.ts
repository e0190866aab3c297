/** Words of lists of people and the field that finds them. */
import * as ar from "./ar/people.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/people.ts";
import * as en from "./en/people.ts";

export const words = byLanguage({ en, de, ar });
