/** Words of the dialog that deletes an account. */
import * as ar from "./ar/deletion.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/deletion.ts";
import * as en from "./en/deletion.ts";

export const words = byLanguage({ en, de, ar });
