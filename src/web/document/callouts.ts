/** Callouts: quotes whose first line names their kind, as GitHub writes them: `> [!note]`. */
import { words } from "../messages/document.ts";

type CalloutKind = "note" | "tip" | "important" | "warning" | "caution";

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*/i;

/** Of a quote's first line: how much of it names the kind, and whether a title of its own follows. */
export function calloutOf(
  line: string,
): { readonly kind: CalloutKind; readonly label: string; readonly length: number; readonly hasTitle: boolean } | null {
  const found = MARK.exec(line);
  if (!found) return null;
  // The expression has the kinds alone.
  const kind = (found[1] ?? "note").toLowerCase() as CalloutKind;
  return { kind, label: words[kind], length: found[0].length, hasTitle: line.slice(found[0].length).trim() !== "" };
}
