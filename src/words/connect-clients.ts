/** Words of the steps by which each program is connected. */
import * as ar from "./ar/connect-clients.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/connect-clients.ts";
import * as en from "./en/connect-clients.ts";

export const words = byLanguage({ en, de, ar });
