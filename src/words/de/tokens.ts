/** Deutsch: Tokens von Programmen. */
import type { Inline } from "../inline.ts";

export const connectedApp = "verbundene App";
export const usedBy = (program: string) => `verwendet von ${program}`;
export const revoke = "Widerrufen";
export const revokeOne = (name: string) => `${name} widerrufen`;
export const remove = "Entfernen";
export const noCall = "Noch kein Aufruf";
export const lastUsed = (time: string) => `Letzter Aufruf: ${time}`;
export const lastCall = (time: string, what: Inline) => [`Letzter Aufruf: ${time}, `, what, ", ok"];
export const refusedCall = (time: string, what: Inline, code: string) => [
  `Letzter Aufruf: ${time}, `,
  what,
  `, abgelehnt (${code})`,
];
export const connect = "verbinden";
export const allDrives = "Alle Ablagen";
export const noDrive = "Keine Ablagen";
export const listed = (drives: readonly string[]) => drives.join(", ");
export const reads = "nur lesen";
export const writes = "lesen und schreiben";
export const shares = "lesen, schreiben und teilen";
export const reach = (drives: string, may: string) => `${drives}, ${may}`;
export const reachUntil = (drives: string, may: string, day: string) => `${drives}, ${may}, bis ${day}`;
export const reachEnded = (drives: string, may: string, day: string) => `${drives}, ${may}, beendet am ${day}`;
