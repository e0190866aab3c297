/** Words of refusals of the API. */
import * as ar from "./ar/refusals.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/refusals.ts";
import * as en from "./en/refusals.ts";

export const words = byLanguage({ en, de, ar });
