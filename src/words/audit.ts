/** Words of the audit log. */
import * as ar from "./ar/audit.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/audit.ts";
import * as en from "./en/audit.ts";

export const words = byLanguage({ en, de, ar });
