/** What the queue and the sweep need of invitations. */
export { mailInvitation } from "./mail.ts";
export { sweepInvitations } from "./sweep.ts";
