/** Renders the content of a table cell as the print does. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { ComponentChildren } from "preact";
import { printInline } from "../../shared/document/inline-print.tsx";
import { Source } from "../../../formats/markdown/source.ts";

const NO_REFERENCES = new Map();

export function showCell(state: EditorState, from: number, to: number): ComponentChildren {
  const text = state.sliceDoc(from, to);
  let node = syntaxTree(state).resolveInner(from, 1);
  while (node.name !== "TableCell" && node.parent) node = node.parent;
  return node.name === "TableCell" ? printInline(new Source(text, from), node, NO_REFERENCES, [from, to]) : text;
}
