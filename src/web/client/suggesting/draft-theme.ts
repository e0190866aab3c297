/** Not by colour alone: inserted words are underlined, removed words are struck through. */
import { EditorView } from "@codemirror/view";

export const draftTheme = EditorView.baseTheme({
  ".ed-draft-in": {
    color: "var(--accent-strong)",
    background: "var(--wash)",
    textDecoration: "underline",
    textDecorationThickness: "0.1em",
    textUnderlineOffset: "0.2em",
  },
  ".ed-draft-out": {
    color: "var(--soft)",
    textDecoration: "line-through",
    textDecorationColor: "var(--danger)",
    whiteSpace: "pre-wrap",
    marginInlineEnd: "0.125em",
    unicodeBidi: "isolate",
  },
  // Removed words within hidden marks would be hidden as well.
  ".md-x .ed-draft-out": { fontSize: "var(--text-body)" },
  ".ed-draft-note": { font: "var(--text-second)/1.5 var(--sans)", paddingBlock: "0.25rem" },
  ".ed-draft-note p": { margin: "0" },
  ".ed-draft-out-lines": { paddingBlock: "0.125rem" },
});
