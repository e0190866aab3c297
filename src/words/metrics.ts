/** Words of how the service is and how it is used. */
import * as ar from "./ar/metrics.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/metrics.ts";
import * as en from "./en/metrics.ts";

export const words = byLanguage({ en, de, ar });
