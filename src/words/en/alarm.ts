/** English: alarms. */
import type { AlarmDetail, AlarmEvent } from "../../kernel/alarm.ts";

export type AlarmTitles = Readonly<Record<AlarmEvent, (subject: string, detail: AlarmDetail) => string>>;

export const titles: AlarmTitles = {
  audit: (subject) => `The audit log reports a problem: ${subject}`,
  dead_letter: (subject) => `A background job failed for good: ${subject}`,
  sweep: (subject, { minutes, hours }) => {
    if (subject === "missing") return `The maintenance job has not completed for ${minutes ?? 2} minutes`;
    if (subject === "restore")
      return `A restore began ${hours ?? 24} hours ago and has not ended, so nobody can sign in`;
    return `A step of the maintenance job keeps failing: ${subject}`;
  },
  size: (_, { resource, threshold }) => `${resource} has reached ${threshold} % of the platform's limit`,
  quota: (_, { resource, threshold }) => `${resource} has reached ${threshold} % of this instance's limit`,
  error_rate: (_, { failed, count, minutes }) => `${failed} of ${count} requests failed within ${minutes} minutes`,
  mail: (_, { failed, count, minutes }) => `${failed} of ${count} mails could not be sent within ${minutes} minutes`,
  provider: (subject, { failed, count, minutes }) =>
    `A provider is failing: ${subject} (${failed} of ${count} calls within ${minutes} minutes)`,
};

export const changes = {
  raised: (title: string) => `Alarm: ${title}`,
  continues: (title: string) => `Still failing: ${title}`,
  resolved: (title: string) => `Resolved: ${title}`,
};
export const testText = "This is a test. Alarms of this instance will arrive here.";
export const testSubject = "Octavo: test of the alarms";
export const mailSubject = (first: string, more: number) =>
  `Octavo: ${first}${more === 0 ? "" : ` (and ${more} more)`}`;
export const mailText = (lines: string, origin: string) => `${lines}\n\nDetails: ${origin}/admin\n`;

export const alarms = "Alarms";
export const noAlarms = "No alarms.";
export const unreadable = "The alarms can't be read right now.";
export const alarm = "Alarm";
export const since = "Since (UTC)";
export const state = "State";
export const open = "open";
export const ended = (time: string) => `ended ${time}`;
export const channels = { webhook: "Webhook", mail: "Mail to administrators" };
export const notConfigured = "not configured";
export const neverSent = "nothing sent yet";
export const lastSent = (time: string) => `last sent ${time}`;
export const failing = (failures: string) => `not delivered; failed attempts: ${failures}`;
export const lastSweep = "Last maintenance run";
export const never = "never";
export const sendTest = "Send a test alarm";
export const outcomes = {
  sent: "sent",
  none: "not configured",
  status: (status: string) => `the receiver answered ${status}`,
  redirect: "the receiver redirects; enter its final address",
  timeout: "the receiver did not answer in time",
  network: "the receiver can't be reached",
  mail: (reached: string, failed: string) => `sent: ${reached}, failed: ${failed}`,
};
export const objectives = "Service-level objectives";
export const objective = "Objective";
export const objectiveNames = {
  page_open: "Pages open within 1 s",
  edit: "Edits succeed",
  words_lost: "Confirmed words lost",
};
export const target = "Target";
export const measured = "Last 30 days";
export const budgetLeft = "Error budget left";
export const burn = "Burn rate, last 24 hours";
export const percentage = (value: string) => `${value} %`;
export const times = (value: string) => `${value}×`;
export const ofEvents = (bad: string, all: string) => `${bad} of ${all} missed`;
export const noneMeasured = "nothing measured";
export const wordsLostHint =
  "Lost words are counted when a page has lost the object that had confirmed them. A loss that leaves no trace, such as an old backup, is not noticed.";
