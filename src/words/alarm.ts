/** Words of alarms: their titles, the messages about them, and their place in the administration. */
import type { AlarmReport } from "../kernel/alarm.ts";
import * as ar from "./ar/alarm.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/alarm.ts";
import * as en from "./en/alarm.ts";

export const words = byLanguage({ en, de, ar });

/** One sentence without a full stop. */
export const alarmTitle = ({ event, subject, detail }: Pick<AlarmReport, "event" | "subject" | "detail">): string =>
  words.titles[event](subject, detail);
