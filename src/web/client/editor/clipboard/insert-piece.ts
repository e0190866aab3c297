/**
 * Inserts pasted Markdown: inline text joins the line at the caret, blocks are separated, and existing text is not rewritten.
 */
import { syntaxTree } from "@codemirror/language";
import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { Piece } from "./html-to-markdown.ts";

const VERBATIM = /^(FencedCode|CodeBlock|InlineCode|CodeText|InlineMath|BlockMath|HTMLBlock|HTMLTag|URL)$/;

/** Whether text at a position is literal: code, formulas, addresses. */
export function isVerbatim(state: EditorState, position: number): boolean {
  for (const side of [-1, 1] as const) {
    let inside = false;
    for (let node = syntaxTree(state).resolveInner(position, side); node.parent; node = node.parent)
      // The edges of an inline span are outside it; the edge of a code block is still one of its lines.
      if (VERBATIM.test(node.name) && (isBlockName(node.name) || (node.from < position && position < node.to)))
        inside = true;
    if (inside) return true;
  }
  return false;
}

const isBlockName = (name: string): boolean => /Block|FencedCode|CodeText/.test(name);

export function isInTable(state: EditorState, position: number): boolean {
  for (let node = syntaxTree(state).resolveInner(position, -1); node.parent; node = node.parent)
    if (node.name === "Table") return true;
  return false;
}

type LineStart = {
  /** Leading quote marks and indentation. */
  readonly outer: string;
  /** A list marker such as `- `; empty if the line is not an item. */
  readonly marker: string;
};

function startOf(line: string): LineStart {
  const [, outer = "", marker = ""] =
    /^((?:[ \t]*>[ \t]?)*[ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/.exec(line) ?? [];
  return { outer, marker };
}

/** Prefixes all lines but the first like those of the block they are pasted into. */
const continued = (text: string, prefix: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? line : line === "" ? prefix.trimEnd() : prefix + line))
    .join("\n");

const LIST = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;

/** In a table row, the piece must be a single line, with pipes escaped. */
const forCell = (markdown: string): string =>
  markdown
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/(?<!\\)\|/g, String.raw`\|`)
    .trim();

type Lines = {
  readonly lead: string;
  readonly text: string;
  /** An empty line to write on if the text ends with a block that cannot be continued. */
  readonly below: string;
  readonly tail: string;
};

/** Tables, rules, code, formulas and images: text typed at the end of their last line would not go below them. */
const ENDS_APART = /^(?:\|.*\||-{3,}|`{3,}|~{3,}|\$\$|!\[[^\]]*\]\([^)]*\))$/;

const endsApart = (markdown: string): boolean => ENDS_APART.test(markdown.slice(markdown.lastIndexOf("\n") + 1));

function arrange(state: EditorState, from: number, to: number, piece: Piece): Lines {
  const line = state.doc.lineAt(from);
  const { outer, marker } = startOf(line.text);
  const before = line.text.slice(0, from - line.from);
  const isAtStart = before.length <= outer.length + marker.length;
  const lastLine = state.doc.lineAt(to);
  const after = lastLine.text.slice(to - lastLine.from);
  const item = LIST.exec(piece.markdown)?.[0] ?? "";
  const bare = outer + " ".repeat(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(marker)?.[0].length ?? 0);
  const breakLine = (prefix: string): string => `\n${prefix.trimEnd()}\n${prefix}`;
  const isFollowed = after.trim() !== "";
  const next = lastLine.number < state.doc.lines ? state.doc.line(lastLine.number + 1).text : "";

  if (item !== "" && marker !== "" && from >= line.from + outer.length + marker.length) {
    // Items pasted into a list: the first fills an empty item, or all go below a non-empty one.
    const continues = isAtStart && /^[-*+]/.test(marker) === /^[-*+]/.test(item);
    const text = continued(continues ? piece.markdown.slice(item.length) : piece.markdown, outer);
    return { lead: continues ? "" : `\n${outer}`, text, below: "", tail: isFollowed ? `\n${bare}` : "" };
  }
  const previous = line.number > 1 ? state.doc.line(line.number - 1).text : "";
  const standsAlone = isAtStart && marker === "" && previous.slice(outer.length).trim() !== "";
  const lead = piece.startsInline || (isAtStart && !standsAlone) ? "" : isAtStart ? `\n${outer}` : breakLine(bare);
  const isApart = !isFollowed && !piece.endsInline && endsApart(piece.markdown);
  return { lead, text: continued(piece.markdown, bare), below: isApart ? breakLine(bare) : "", tail: tailOf() };

  function tailOf(): string {
    if (piece.endsInline) return "";
    if (isFollowed) return breakLine(bare);
    return next.trim() === "" || marker !== "" ? "" : `\n${outer.trimEnd()}`;
  }
}

/** Replaces the range with the piece; the surrounding text is unchanged. */
export function insertPiece(state: EditorState, from: number, to: number, piece: Piece): TransactionSpec {
  const { lead, text, below, tail } = isInTable(state, from)
    ? { lead: "", text: forCell(piece.markdown), below: "", tail: "" }
    : arrange(state, from, to, piece);
  const insert = state.toText(lead + text + below + tail);
  return {
    changes: { from, to, insert },
    selection: EditorSelection.cursor(from + state.toText(lead + text + below).length),
    userEvent: "input.paste",
    scrollIntoView: true,
  };
}

/** Inserts Markdown unchanged with a line below it to write on; null if that line is not needed. */
export function insertSource(state: EditorState, text: string): TransactionSpec | null {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const source = text.trimEnd();
  // A single line may be a fragment of the surrounding text.
  if (!source.includes("\n") || !endsApart(source) || last.text.slice(to - last.from).trim() !== "") return null;
  if (first.text.slice(0, from - first.from).trim() !== "" || isInTable(state, from)) return null;
  const insert = state.toText(`${source}\n\n`);
  return {
    changes: { from, to, insert },
    selection: EditorSelection.cursor(from + insert.length),
    userEvent: "input.paste",
    scrollIntoView: true,
  };
}
