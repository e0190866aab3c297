/** Deutsch: die Referenz der HTTP-Schnittstelle. */
import type { Inline } from "../inline.ts";

export const title = "API-Referenz";
export const about = (description: string, version: string, link: Inline) => [
  `${description} Version ${version}. Auch als Dokument verfügbar: `,
  link,
  ".",
];
export const sections = "Abschnitte";
export const credential = (names: string) => `Authentifizierung: ${names}.`;
export const none = "keine";
export const either = (names: readonly string[]) => names.join(" oder ");
export const required = ", nötig";
export const body = "Inhalt";
export const answer = (status: string) => `Antwort ${status}`;
export const notJson = "kein JSON";
