/** The mark of a thread at the place that the service reported. */
import type { Thread } from "../../../features/comments/contract.ts";
import type { Mark } from "./surface.ts";

/** Null for threads without a place in the text. */
export function markOf({ id, kind, target, state, quote, replacement }: Thread): Mark | null {
  if (state === "detached") return null;
  const base = { id, kind, isDeletion: kind === "suggestion" && replacement === "" && quote !== "" };
  if (target.kind === "text") return { ...base, from: target.from, to: target.to, cells: null };
  if (target.kind !== "cells") return null;
  const { row, column, endRow, endColumn } = target;
  return { ...base, from: 0, to: 0, cells: { row, column, endRow, endColumn } };
}
