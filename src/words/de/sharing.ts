/** Deutsch: eine Seite teilen, und darum bitten. */
import type { Inline } from "../inline.ts";

export const share = "Teilen";
export const sharePage = (title: string) => `„${title}“ teilen`;
export const shareWith = "Teilen mit";
export const sharedWith = (name: string) => `Mit ${name} geteilt.`;
export const withAccess = "Personen mit Zugriff";
export const onlySee =
  "Du siehst, wer Zugriff hat. Um die Seite zu bearbeiten, frage den Eigentümer oder eine Person in dieser Liste, die teilen darf.";
export const copyLink = "Link kopieren";
export const linkCopied = "Link kopiert.";
export const linkHint = "Der Link funktioniert für die Personen oben. Andere können um Zugriff bitten.";
export const changed = (name: string, level: string) => `${name}: ${level}.`;
export const removed = (name: string) => `Der direkte Zugriff für ${name} wurde entfernt.`;
export const removeAccess = "Zugriff entfernen";
export const keeps = (name: string, level: string) => `${name} behält den geerbten Zugriff: ${level.toLowerCase()}.`;
export const hasNone = (name: string) => `${name} hat keinen Zugriff und bekommt dadurch keinen.`;
export const losesPage = (name: string) => `${name} verliert den Zugriff auf diese Seite.`;
export const losesBelow = (name: string, pages: string) =>
  `${name} verliert den Zugriff auf diese Seite und ${pages} darunter.`;
export const losesMany = (name: string, pages: string) =>
  `${name} verliert den Zugriff auf diese Seite und darunter ${pages} oder mehr.`;
export const fromAbove = "Geerbt";
export const memberOf = (drive: Inline) => ["Mitglied in ", drive];
export const from = (page: Inline) => ["Geerbt von ", page];
export const whoAsks = "Anfragen nach Zugriff";
export const asks = (name: string) => `${name} bittet um Zugriff`;
export const answer = (name: string) => `${name} antworten`;
export const giveViewing = "Lesen erlauben";
export const giveCommenting = "Kommentieren erlauben";
export const giveEditing = "Bearbeiten erlauben";
export const decline = "Ablehnen";
export const theyView = "Die Person kann die Seite jetzt lesen.";
export const theyComment = "Die Person kann die Seite jetzt kommentieren.";
export const theyEdit = "Die Person kann die Seite jetzt bearbeiten.";
export const declined = "Anfrage abgelehnt.";
export const youMayEdit = "Du kannst diese Seite jetzt bearbeiten.";
export const youMayComment = "Du kannst diese Seite jetzt kommentieren.";
export const youMayRead = "Du kannst diese Seite lesen, aber nicht mehr bearbeiten.";
export const youMayNotComment = "Du kannst diese Seite lesen, aber nicht mehr kommentieren.";
export const haveAccess = "Die Person hat schon Zugriff.";
