/** Words of the settings of a chat's agent. */
import * as ar from "./ar/agent.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/agent.ts";
import * as en from "./en/agent.ts";

export const words = byLanguage({ en, de, ar });
