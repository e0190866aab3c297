/** Public interface of the instance feature: its sweep, and the mailer that keeps to the limit of mails. */
export { limitMails } from "./mail-limit.ts";
export { measureInstance } from "./service.ts";
