/** Words of connections between people. */
import * as ar from "./ar/connections.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/connections.ts";
import * as en from "./en/connections.ts";

export const words = byLanguage({ en, de, ar });
