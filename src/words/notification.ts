/** Words of notifications. */
import * as ar from "./ar/notification.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/notification.ts";
import * as en from "./en/notification.ts";

export const words = byLanguage({ en, de, ar });
