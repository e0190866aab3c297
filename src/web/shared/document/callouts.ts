/** Callouts: quotes whose first line names their kind, in GitHub's syntax: `> [!note]`. */
import { words } from "../../../words/document.ts";

type CalloutKind = "note" | "tip" | "important" | "warning" | "caution";

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*/i;

/** Parses a quote's first line: the length of the part that names the kind, and whether a title follows. */
export function calloutOf(
  line: string,
): { readonly kind: CalloutKind; readonly label: string; readonly length: number; readonly hasTitle: boolean } | null {
  const found = MARK.exec(line);
  if (!found) return null;
  // The pattern only matches these kinds.
  const kind = (found[1] ?? "note").toLowerCase() as CalloutKind;
  return { kind, label: words[kind], length: found[0].length, hasTitle: line.slice(found[0].length).trim() !== "" };
}
