/** Words of approving an agent's changes, and of undoing them. */
import * as ar from "./ar/approval.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/approval.ts";
import * as en from "./en/approval.ts";

export const words = byLanguage({ en, de, ar });
