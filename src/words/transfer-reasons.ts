/** Words of reports on imports and exports. */
import * as ar from "./ar/transfer-reasons.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/transfer-reasons.ts";
import * as en from "./en/transfer-reasons.ts";

export const words = byLanguage({ en, de, ar });
