/** English: tokens of agents and apps. */
import type { Inline } from "../inline.ts";

export const connectedApp = "connected app";
export const usedBy = (program: string) => `used by ${program}`;
export const revoke = "Revoke";
export const revokeOne = (name: string) => `Revoke ${name}`;
export const remove = "Remove";
export const noCall = "No calls yet";
export const lastUsed = (time: string) => `Last call: ${time}`;
export const lastCall = (time: string, what: Inline) => [`Last call: ${time}, `, what, ", ok"];
export const refusedCall = (time: string, what: Inline, code: string) => [
  `Last call: ${time}, `,
  what,
  `, rejected (${code})`,
];
export const connect = "connect";
export const allDrives = "All drives";
export const noDrive = "No drives";
export const listed = (drives: readonly string[]) => drives.join(", ");
export const reads = "read only";
export const writes = "read and write";
export const shares = "read, write and share";
export const reach = (drives: string, may: string) => `${drives}, ${may}`;
export const reachUntil = (drives: string, may: string, day: string) => `${drives}, ${may}, until ${day}`;
export const reachEnded = (drives: string, may: string, day: string) => `${drives}, ${may}, ended ${day}`;
