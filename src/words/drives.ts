/** Words of going from drive to drive. */
import * as ar from "./ar/drives.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/drives.ts";
import * as en from "./en/drives.ts";

export const words = byLanguage({ en, de, ar });
