/** Words of the instance's limits and of sign-up links. */
import * as ar from "./ar/instance.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/instance.ts";
import * as en from "./en/instance.ts";

export const words = byLanguage({ en, de, ar });
