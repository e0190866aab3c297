/** The messages about comment threads between our page and the frame that shows a PDF. */
import { MAX_QUOTE } from "../../../kernel/comment.ts";
import type { Quoted } from "./quotes.ts";

/** Words on a page (from 1). */
export type PdfWords = Quoted & { readonly page: number };

export type PdfMark = PdfWords & { readonly id: string; readonly isLit: boolean };

/** The distance (px) of a mark from the top of the frame. */
export type PdfPlace = { readonly id: string; readonly top: number };

/** Maximum number of places in a message; marks further from the screen are left out. */
export const MAX_PLACES = 200;
/** Maximum length of a thread's id. */
const MAX_ID = 64;
/** A longer quote is cut after this many code units, so that it is recognized as too long. */
export const LONGEST_QUOTE = MAX_QUOTE + 1;

export type ThreadsToFrame =
  | { readonly type: "marks"; readonly marks: readonly PdfMark[] }
  /** Scrolls to a mark. */
  | { readonly type: "reveal"; readonly id: string };

export type ThreadsFromFrame =
  | { readonly type: "selected"; readonly words: PdfWords | null }
  /** The user wants to comment on the selected words. */
  | { readonly type: "comment" }
  /** A mark was pressed, or a place without one. */
  | { readonly type: "pressed"; readonly id: string | null }
  | { readonly type: "hovered"; readonly id: string | null }
  /** The marks on the screen. */
  | { readonly type: "places"; readonly places: readonly PdfPlace[] };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object";
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= MAX_ID;

/** Returns null for an invalid message. */
export function readThreadMessage({ type, id, words, places }: Record<string, unknown>): ThreadsFromFrame | null {
  switch (type) {
    case "comment":
      return { type };
    case "pressed":
    case "hovered":
      return id === null || isId(id) ? { type, id } : null;
    case "selected": {
      const read = words === null ? null : readWords(words);
      return read === undefined ? null : { type, words: read };
    }
    case "places":
      return readPlaces(places);
    default:
      return null;
  }
}

function readWords(value: unknown): PdfWords | undefined {
  if (!isRecord(value)) return undefined;
  const { page, quote, occurrence } = value;
  if (!isCount(page) || page === 0 || !isCount(occurrence)) return undefined;
  if (typeof quote !== "string" || quote.length > LONGEST_QUOTE || quote.trim() === "") return undefined;
  return { page, quote, occurrence };
}

function readPlaces(value: unknown): ThreadsFromFrame | null {
  if (!Array.isArray(value) || value.length > MAX_PLACES) return null;
  const places: PdfPlace[] = [];
  for (const each of value as unknown[]) {
    if (!isRecord(each) || !isId(each["id"]) || !Number.isFinite(each["top"])) return null;
    places.push({ id: each["id"], top: Number(each["top"]) });
  }
  return { type: "places", places };
}
