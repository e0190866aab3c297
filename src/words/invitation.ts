/** Words of invitations' links. */
import * as ar from "./ar/invitation.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/invitation.ts";
import * as en from "./en/invitation.ts";

export const words = byLanguage({ en, de, ar });
