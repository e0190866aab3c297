/** What a page type knows about its text. Nothing here touches the platform: browser and Worker use the same. */
import { withoutControls } from "../kernel/text.ts";
import { CONTENT_LIMIT_BYTES, fitsIn, splitLines, utf8Length } from "../realtime/text.ts";

/** One thing wrong with one line. `line` is 1-based. */
export type LineFault = { readonly line: number; readonly message: string };

export interface Format<Model> {
  /** Any text has a model: what does not fit the type is read as well as it can be. */
  readonly parse: (text: string) => Model;
  /** The model as text; `parse(print(model))` equals the model. */
  readonly print: (model: Model) => string;
  /** What does not fit, by lines. Of text that `format` tidied, that is what its author has to mend. */
  readonly validate: (text: string) => LineFault[];
  /** Tidied without changing what a reader sees. Doing it twice does nothing more. */
  readonly format: (text: string) => string;
  /** Why one line does not fit the type, or null. */
  readonly lineFault: (line: string) => string | null;
  /** What a new page of this type holds. */
  readonly defaultContent: (title?: string) => string;
}

/** Formats differ in what trailing spaces mean, in their lines' form, and in their models. */
type Traits<Model> = Pick<Format<Model>, "parse" | "print"> & {
  /** Markdown, where two trailing spaces are a line break (CommonMark §6.7). */
  readonly keepsBreaks: boolean;
  readonly lineFault?: (line: string) => string | null;
  readonly defaultContent?: (title: string) => string;
};

export function makeFormat<Model>(traits: Traits<Model>): Format<Model> {
  const lineFault = traits.lineFault ?? (() => null);
  return {
    parse: traits.parse,
    print: traits.print,
    lineFault,
    validate: (text) => faultsIn(text, lineFault),
    format: (text) => tidy(text, traits.keepsBreaks),
    defaultContent: (title = "") => traits.defaultContent?.(title) ?? "",
  };
}

/**
 * LF, NFC, no control characters but tab, no trailing spaces. The other line breaks of Unicode, which no line count of ours
 * knows and word processors write, part words as a space does.
 */
function tidy(text: string, isMarkdown: boolean): string {
  return (
    withoutControls(text)
      .replace(/[\u2028\u2029]/g, " ")
      // After the line above: a control character may stand between a letter and its accent.
      .normalize("NFC")
      .split("\n")
      .map((line) => trimEnd(line, isMarkdown))
      .join("\n")
  );
}

function trimEnd(line: string, isMarkdown: boolean): string {
  const bare = line.replace(/[ \t]+$/, "");
  return isMarkdown && bare !== "" && line.endsWith("  ") ? `${bare}  ` : bare;
}

/** A carriage return before a line feed is a line's end; `format` turns it into LF. */
const CONTROL = /(?![\t\n]|\r$)[\p{Cc}\u2028\u2029]/u;

function faultsIn(text: string, lineFault: (line: string) => string | null): LineFault[] {
  const faults: LineFault[] = [];
  for (const [index, line] of splitLines(text).entries()) {
    const message = CONTROL.test(line) ? "the line holds a control character." : lineFault(line);
    if (message !== null) faults.push({ line: index + 1, message });
  }
  return fitsIn(text) ? faults : [...faults, { line: overflowingLine(text), message: TOO_LARGE }];
}

const TOO_LARGE = `a page holds at most ${CONTENT_LIMIT_BYTES} bytes of text.`;

/** The first line that does not fit any more. */
function overflowingLine(text: string): number {
  let [bytes, number] = [-1, 0];
  for (const line of splitLines(text)) {
    number++;
    bytes += utf8Length(line) + 1;
    if (bytes > CONTENT_LIMIT_BYTES) break;
  }
  return number;
}
