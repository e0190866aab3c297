/** Words of the actions on tasks. */
import * as ar from "./ar/task-actions.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/task-actions.ts";
import * as en from "./en/task-actions.ts";

export const words = byLanguage({ en, de, ar });
