/** Words of properties: their types, and editing them. */
import * as ar from "./ar/properties.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/properties.ts";
import * as en from "./en/properties.ts";

export const words = byLanguage({ en, de, ar });
