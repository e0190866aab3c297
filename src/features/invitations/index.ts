/** Public interface of the invitations feature: its queue job and its sweep. */
export { mailInvitation } from "./mail.ts";
export { sweepInvitations } from "./sweep.ts";
