/** Words of the administration: its places, its users, and what is done with their accounts. */
import * as ar from "./ar/admin.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/admin.ts";
import * as en from "./en/admin.ts";

export const words = byLanguage({ en, de, ar });
