/** Text of the PDF viewer. */
import * as ar from "./ar/pdf.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/pdf.ts";
import * as en from "./en/pdf.ts";

export const words = byLanguage({ en, de, ar });
