/** Minimal edits of one image's source: its description and size, or its address and caption. */
import { syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, TransactionSpec } from "@codemirror/state";
import { type Size, writeDestination, writeImage, writeLabel } from "../../../../formats/markdown/image-model.ts";
import type { ImageFound } from "./image-widget.ts";

/** A narrower image cannot be grabbed. */
export const MIN_WIDTH = 24;

export type ImageText = {
  readonly alt: string;
  readonly size: Size | null;
  readonly address: string;
  readonly title: string;
};

const sizeOf = ({ model: { width, height } }: ImageFound): Size | null => (width === null ? null : { width, height });

/** In a table, a pipe would end the cell. */
function isInTable(state: EditorState, position: number): boolean {
  for (let node = syntaxTree(state).resolveInner(position, 1).node; ;) {
    if (node.name === "Table") return true;
    if (!node.parent) return false;
    node = node.parent;
  }
}

const escaped = (text: string, inTable: boolean): string => (inTable ? text.replaceAll(/(?<!\\)\|/g, "\\|") : text);

/** Applies `change`; the rest of the source stays byte for byte. */
export function changeImage(state: EditorState, image: ImageFound, change: Partial<ImageText>): ChangeSpec[] {
  const { from, model } = image;
  const inTable = isInTable(state, from);
  const changes: ChangeSpec[] = [];
  const write = (range: { from: number; to: number }, insert: string) => {
    const text = escaped(insert, inTable);
    const place = { from: from + range.from, to: from + range.to };
    if (state.sliceDoc(place.from, place.to) !== text) changes.push({ ...place, insert: text });
  };
  if (change.alt !== undefined || change.size !== undefined) {
    const size = change.size === undefined ? sizeOf(image) : change.size;
    write(model.label, writeLabel(change.alt ?? model.alt, size));
  }
  if (change.address !== undefined || change.title !== undefined)
    write(model.destination, writeDestination(change.address ?? model.address, change.title ?? model.title));
  return changes;
}

/** Scales the height with the width, based on the natural size or the size in the source. */
export function scaled(width: number, natural: Size | null): Size {
  const rounded = Math.max(MIN_WIDTH, Math.round(width));
  if (!natural?.height) return { width: rounded, height: null };
  return { width: rounded, height: Math.max(1, Math.round((rounded * natural.height) / natural.width)) };
}

/** A figure is deleted with the blank lines after it. */
export function deleteImage(state: EditorState, { from, to, isFigure }: ImageFound): TransactionSpec {
  let end = to;
  if (isFigure) {
    while (end < state.doc.length && state.sliceDoc(end, end + 1).trim() === "") end++;
    end = end === state.doc.length ? end : state.doc.lineAt(end).from;
  }
  return { changes: { from, to: end }, selection: { anchor: from }, userEvent: "delete.image" };
}

/** Inserts an image as a separate paragraph, or into the table cell at the position. */
export function insertImage(state: EditorState, position: number, image: ImageText): TransactionSpec {
  const text = writeImage(image);
  if (isInTable(state, position)) return inserted(position, escaped(text, true));
  const line = state.doc.lineAt(position);
  const isBlank = line.text.trim() === "";
  const filled = (number: number) =>
    number >= 1 && number <= state.doc.lines && state.doc.line(number).text.trim() !== "";
  const before = isBlank ? (filled(line.number - 1) ? "\n" : "") : "\n\n";
  const after = line.number === state.doc.lines ? "\n" : filled(line.number + 1) ? "\n" : "";
  return inserted(line.to, `${before}${text}${after}`);
}

const inserted = (from: number, insert: string): TransactionSpec => ({
  changes: { from, insert },
  userEvent: "input.image",
});

/** A file that is not an image becomes a link at the caret. */
export function insertLink(position: number, name: string, address: string): TransactionSpec {
  const label = name.replaceAll(/[\\[\]|]/g, "\\$&");
  return inserted(position, `[${label}](${writeDestination(address, "")})`);
}

/** Derives a description from the file name, unless a camera, phone or clipboard generated it. */
export function describe(fileName: string): string {
  const name = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replaceAll(/[_-]+/g, " ")
    .trim();
  return /^(?:image|img|dsc|dcim|pxl|photo|picture|screenshot|screen shot|bildschirmfoto|unnamed|download)?[\s\d().:at]*$/i.test(
    name,
  )
    ? ""
    : name;
}
