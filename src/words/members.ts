/** Words of the members of a drive. */
import * as ar from "./ar/members.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/members.ts";
import * as en from "./en/members.ts";

export const words = byLanguage({ en, de, ar });
