/** Deutsch: eine Seite teilen, und darum bitten. */
import type { Inline } from "../inline.ts";

export const share = "Teilen";
export const shareWith = "Teilen mit";
export const sharedWith = (name: string) => `Mit ${name} geteilt.`;
export const withAccess = "Personen mit Zugriff";
export const onlySee =
  "Du siehst, wer Zugriff hat. Um die Seite zu bearbeiten, frage die Besitzerin oder jemanden hier, der teilen darf.";
export const copyLink = "Link kopieren";
export const linkCopied = "Link kopiert.";
export const linkHint = "Er öffnet sich für die Personen oben; andere können um Zugriff bitten.";
export const changed = (name: string, level: string) => `${name}: ${level}.`;
export const removed = (name: string) => `${name} hat keinen eigenen Zugriff mehr.`;
export const removeAccess = "Zugriff entfernen";
export const keeps = (name: string, level: string) =>
  `${name} behält, was von weiter oben kommt: ${level.toLowerCase()}.`;
export const hasNone = (name: string) => `${name} hat keinen Zugriff und bekommt dadurch keinen.`;
export const losesPage = (name: string) => `${name} verliert diese Seite.`;
export const losesBelow = (name: string, pages: string) => `${name} verliert diese Seite und ${pages} darunter.`;
export const losesMany = (name: string, pages: string) =>
  `${name} verliert diese Seite und darunter ${pages} oder mehr.`;
export const fromAbove = "Von weiter oben";
export const memberOf = (drive: Inline) => ["Mitglied in ", drive];
export const from = (page: Inline) => ["Von ", page];
export const whoAsks = "Personen, die um Zugriff bitten";
export const asks = (name: string) => `${name} bittet um Zugriff`;
export const answer = (name: string) => `${name} antworten`;
export const giveViewing = "Lesen erlauben";
export const giveEditing = "Bearbeiten erlauben";
export const decline = "Ablehnen";
export const theyView = "Die Seite ist zum Lesen freigegeben.";
export const theyEdit = "Die Seite ist zum Bearbeiten freigegeben.";
export const declined = "Abgelehnt.";
export const youMayEdit = "Du kannst diese Seite jetzt bearbeiten.";
export const youMayRead = "Du kannst diese Seite lesen, aber nicht mehr bearbeiten.";
export const haveAccess = "Zugriff besteht schon.";
