/** Words of errors in filters. */
import * as ar from "./ar/query-faults.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/query-faults.ts";
import * as en from "./en/query-faults.ts";

export const words = byLanguage({ en, de, ar });
