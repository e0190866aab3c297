/** Text of the health and usage metrics. */
import * as ar from "./ar/metrics.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/metrics.ts";
import * as en from "./en/metrics.ts";

export const words = byLanguage({ en, de, ar });
