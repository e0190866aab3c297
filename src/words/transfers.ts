/** Words of imports and exports. */
import * as ar from "./ar/transfers.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/transfers.ts";
import * as en from "./en/transfers.ts";

export const words = byLanguage({ en, de, ar });
