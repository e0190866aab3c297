/** Deutsch: was mit jemandem geteilt wurde. */
import type { Inline } from "../inline.ts";

export const lead = "Seiten, die andere mit dir geteilt haben.";
export const none = "Mit dir wurde noch nichts geteilt. Seiten, die andere mit dir teilen, erscheinen hier.";
export const more = "Weitere Seiten";
export const by = (name: string) => `von ${name}`;
export const mayComment = "Kommentieren";
export const mayEdit = "Bearbeiten";
export const viewOnly = "Nur ansehen";
export const ownDrive = (drive: Inline) => ["Um eigene Seiten zu schreiben, öffne deine Ablage ", drive, "."];
