/** Words of the commands that work from anywhere. */
import * as ar from "./ar/commands.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/commands.ts";
import * as en from "./en/commands.ts";

export const words = byLanguage({ en, de, ar });
