/** What a suggestion makes of a text, and how the two differ. Pure. */
import type { SuggestionAction } from "../../../../kernel/suggestion.ts";
import { diffText } from "../../../../realtime/diff.ts";

/** The text that replaces `text`. It keeps the spaces and line breaks around it, of which models are not careful. */
export function suggestedText(action: SuggestionAction, text: string, reply: string, isCode: boolean): string {
  // The first line of code keeps its indentation.
  const written = isCode ? reply.replace(/^(?:[ \t]*\n)+/, "").trimEnd() : reply.trim();
  if (action === "continue") {
    const gap = text === "" || /\s$/.test(text) || written === "" ? "" : isCode ? "\n" : " ";
    return text + gap + written;
  }
  const lead = /^\s*/.exec(text)?.[0] ?? "";
  if (lead === text) return lead + written;
  const trail = /\s*$/.exec(text)?.[0] ?? "";
  return (isCode ? written : lead + written) + trail;
}

export type DiffPiece = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/** Both texts in one list: what stays, what is removed and what is added. */
export function diffPieces(before: string, after: string): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  const add = (kind: DiffPiece["kind"], text: string): void => {
    if (text !== "") pieces.push({ kind, text });
  };
  let end = 0;
  for (const { at, remove, insert } of diffText(before, after)) {
    add("same", before.slice(end, at));
    add("removed", before.slice(at, at + remove));
    add("added", insert);
    end = at + remove;
  }
  add("same", before.slice(end));
  return pieces;
}
