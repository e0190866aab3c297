/** Words of a TASK_LIST page. */
import * as ar from "./ar/tasks.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/tasks.ts";
import * as en from "./en/tasks.ts";

export const words = byLanguage({ en, de, ar });
