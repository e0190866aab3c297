/** Pure rules for comment threads: where they may be opened, in what order they are listed, and how many fit a response. */
import { isAnchored, type PlacedAnchor } from "../../kernel/comment.ts";
import { AppError, invalid } from "../../kernel/errors.ts";
import { TEXT_TYPES, hasFile, type PageType } from "../../kernel/page-type.ts";
import type { NewTarget } from "./contract.ts";

/** Maximum size (bytes) of all comments of a thread, with its quote and replacement: all are sent together. */
export const MAX_THREAD_BYTES = 1_000_000;

const TEXT_ONLY = "Only the text of documents, task lists, sheets, code and canvases can be commented on.";

/** Throws `invalid_request` if a page of this type has no such target. `fileType` is the media type of its file. */
export function requireTarget(type: PageType, target: NewTarget, fileType: string | null, isSuggestion: boolean): void {
  const { kind } = target;
  const isText = kind === "text" || kind === "quote";
  if (isSuggestion && !isText) throw invalid("target", "A suggestion replaces text.");
  if (isText && !TEXT_TYPES.includes(type)) throw invalid("target", TEXT_ONLY);
  if (kind === "text" && (isSuggestion ? target.to < target.from : target.to <= target.from))
    throw invalid("target", "The range is empty.");
  if (kind === "cells" && type !== "SHEET") throw invalid("target", "Only sheets have cells.");
  if (kind === "picture" && !(hasFile(type) && fileType?.startsWith("image/")))
    throw invalid("target", "This page is not a picture.");
  if (kind === "pdf" && !(hasFile(type) && fileType === "application/pdf"))
    throw invalid("target", "This page is not a PDF.");
}

/** An insertion of nothing, which has no effect. */
export function requireChange(target: NewTarget, replacement: string): void {
  if (target.kind === "text" && target.from === target.to && replacement === "")
    throw invalid("replacement", "The suggestion changes nothing.");
}

type Placed = { readonly id: string; readonly target: PlacedTarget; readonly place: string };
type PlacedTarget = "page" | "text" | "cells" | "picture" | "pdf";

/** A place in the page: its part (text, page, picture, PDF), a position in that part, and the id of the thread. */
export type PlaceKey = readonly [part: number, major: number, minor: number, id: string];

const PARTS = { text: 0, cells: 0, page: 1, picture: 2, pdf: 3 } as const;

/** The place of a thread; `anchor` is that of one on text or cells. One that is nowhere goes after the rest of the text. */
export function placeKey({ id, target, place }: Placed, anchor: PlacedAnchor | undefined): PlaceKey {
  const [major, minor] = positionOf(target, place, anchor);
  return [PARTS[target], major, minor, id];
}

function positionOf(target: PlacedTarget, place: string, anchor: PlacedAnchor | undefined): readonly [number, number] {
  if (isAnchored(target)) {
    return anchor === undefined ? [Number.MAX_SAFE_INTEGER, 0] : [anchor.from, anchor.to];
  }
  // Written by `openThread`.
  const { page, occurrence, x, y } = JSON.parse(place) as Partial<Record<string, number>>;
  return target === "pdf" ? [page ?? 0, occurrence ?? 0] : [y ?? 0, x ?? 0];
}

export function comparePlaces(a: PlaceKey, b: PlaceKey): number {
  for (const i of [0, 1, 2] as const) if (a[i] !== b[i]) return a[i] - b[i];
  return a[3] < b[3] ? -1 : a[3] > b[3] ? 1 : 0;
}

/** The first rows that fit a response: at most `limit`, and at least one. */
export function fittingRows<R extends { readonly textBytes: number }>(
  rows: readonly R[],
  limit: number,
  bytes: number,
): R[] {
  let total = 0;
  const end = rows.findIndex((row, i) => {
    total += row.textBytes;
    return i >= limit || (i > 0 && total > bytes);
  });
  return rows.slice(0, end === -1 ? rows.length : end);
}

export const tooManyThreads = (limit: number): AppError =>
  new AppError("conflict", `A page can have at most ${limit.toLocaleString("en-US")} comment threads. Delete some.`);
