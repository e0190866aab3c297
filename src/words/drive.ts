/** Words of a drive and of a folder. */
import * as ar from "./ar/drive.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/drive.ts";
import * as en from "./en/drive.ts";

export const words = byLanguage({ en, de, ar });
