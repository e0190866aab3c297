/** Text of the dialog with the tasks assigned to the user. */
import * as ar from "./ar/my-tasks.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/my-tasks.ts";
import * as en from "./en/my-tasks.ts";

export const words = byLanguage({ en, de, ar });
