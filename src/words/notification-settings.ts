/** Words of the notification settings. */
import * as ar from "./ar/notification-settings.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/notification-settings.ts";
import * as en from "./en/notification-settings.ts";

export const words = byLanguage({ en, de, ar });
