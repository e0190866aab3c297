/** Merges several edits of one text into one change. All edits refer to the text as their author read it. Pure. */
import { AppError, invalid } from "../../../kernel/errors.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { withoutControls } from "../../../kernel/text.ts";
import { formatOf } from "../../../formats/formats.ts";
import { diffText } from "../../../realtime/diff.ts";
import { applySplices, type Splice } from "../../../realtime/splices.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";
import { countLines, endLastLine, splitLines, startOfLine } from "../../../realtime/text.ts";
import { formatInserted, linesToAppendTo } from "../../../formats/inserted.ts";

/** Replaces the text between two offsets with `insert`. */
type Range = { readonly from: number; readonly to: number; readonly insert: string; readonly edit: number };

/**
 * Returns the splices that apply the edits to `base`, in ascending order. Throws `line_out_of_range` or
 * `invalid_content`, or `invalid_request` if the text to replace is missing or ambiguous, or if edits overlap.
 */
export function planEdits(type: PageType, base: string, edits: readonly TextEdit[]): Splice[] {
  // Adds a line feed after the last line too, so that all lines are alike.
  const terminated = endLastLine(base);
  const ranges = edits
    .flatMap((edit, index) => rangesOf(type, base, terminated, edit).map((range) => ({ ...range, edit: index })))
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
  const splices = join(ranges).flatMap((range) => unterminated(base, range));
  requireLinesFit(type, base, applySplices(base, splices));
  return splices;
}

function rangesOf(type: PageType, base: string, terminated: string, edit: TextEdit): Omit<Range, "edit">[] {
  if (edit.op === "replace_text") return rangesOfText(base, edit);
  const total = countLines(base);
  if (edit.op === "append") {
    const isEmpty = base === "";
    const lines = linesToAppendTo(type, base);
    const content = `${formatInserted(type, edit.content, isEmpty ? 1 : lines + 1)}\n`;
    if (lines < total) {
      const from = startOfLine(terminated, lines + 1);
      return [{ from, to: from, insert: content }];
    }
    return [{ from: isEmpty ? 0 : terminated.length, to: terminated.length, insert: content }];
  }
  const first = edit.startLine;
  const last = edit.op === "insert" ? first : (edit.endLine ?? first);
  const most = edit.op === "insert" ? total + 1 : total;
  if (last < first || last > most) {
    const named = first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
    const what =
      last < first ? "end before they begin" : `are not in the page, which had ${total} lines at that revision`;
    throw new AppError("line_out_of_range", `${named}: ${what}.`, { totalLines: total });
  }
  const start = (line: number): number => (line > total ? terminated.length : startOfLine(terminated, line));
  const insert = edit.op === "delete" ? "" : `${formatInserted(type, edit.content, first)}\n`;
  return [{ from: start(first), to: edit.op === "insert" ? start(first) : start(last + 1), insert }];
}

function rangesOfText(
  base: string,
  { oldText, newText, all = false }: Extract<TextEdit, { op: "replace_text" }>,
): Omit<Range, "edit">[] {
  const wanted = withoutControls(oldText);
  const insert = withoutControls(newText).normalize("NFC");
  if (wanted === "") throw invalid("oldText", "oldText is empty. Send the text to replace, or use insert or append.");
  const found: Omit<Range, "edit">[] = [];
  for (let at = base.indexOf(wanted); at !== -1; at = base.indexOf(wanted, at + wanted.length)) {
    found.push({ from: at, to: at + wanted.length, insert });
  }
  const shown = JSON.stringify(wanted.length > 80 ? `${wanted.slice(0, 80).toWellFormed()}…` : wanted);
  if (found.length === 0) {
    throw invalid(
      "oldText",
      `${shown} does not occur in the page at that revision. The text must match exactly, without line numbers.`,
    );
  }
  if (found.length > 1 && !all) {
    throw invalid(
      "oldText",
      `${shown} occurs in the page ${found.length} times. Send more of the surrounding text, or all: true.`,
    );
  }
  return found;
}

/** Merges adjacent ranges. Throws for overlapping ranges, because the intended result is ambiguous. */
function join(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last === undefined || range.from > last.to) joined.push(range);
    else if (range.from === last.to)
      joined.splice(-1, 1, { ...last, to: range.to, insert: last.insert + range.insert });
    else
      throw invalid(
        "edits",
        `Edits ${last.edit} and ${range.edit} (counted from 0) change the same lines. Combine them.`,
      );
  }
  return joined;
}

/** Converts a range to minimal splices on `base`, which has no line feed after its last line. */
function unterminated(base: string, { from, to, insert }: Range): Splice[] {
  const shorten = (at: number, end: number, text: string): Splice[] =>
    diffText(base.slice(at, end), text).map((splice) => ({ ...splice, at: splice.at + at }));
  if (to <= base.length) return shorten(from, to, insert);
  if (from > base.length) return [{ at: base.length, remove: 0, insert: `\n${insert.slice(0, -1)}` }];
  if (insert !== "") return shorten(from, base.length, insert.replace(/\n$/, ""));
  // The last line has no line feed of its own, so remove the one before it.
  return shorten(Math.max(0, from - 1), base.length, "");
}

/** Checks only lines that the edits created; existing lines are not the author's fault. */
function requireLinesFit(type: PageType, base: string, text: string): void {
  const known = new Set(splitLines(base));
  const lines = splitLines(text);
  const faultAt = formatOf(type).faultsOf(lines);
  for (const [index, line] of lines.entries()) {
    const fault = known.has(line) ? null : faultAt(index);
    if (fault !== null) throw new AppError("invalid_content", `Line ${index + 1}: ${fault}`, { line: index + 1 });
  }
}
