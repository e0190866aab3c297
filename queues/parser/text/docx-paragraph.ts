/** State of a WordprocessingML paragraph while it is read (ECMA-376 part 1 §17.3.1). */
import { type Styles } from "./docx-styles.ts";
import { type Paragraph } from "./paragraph.ts";
import { type Attributes, attribute } from "./xml.ts";

export type OpenParagraph = {
  readonly text: Paragraph;
  style: string;
  outline: number | null;
  list: string | null;
  depth: number;
};

/** Reads a paragraph property; returns false for any other element. */
export function enterProperties(name: string, attributes: Attributes, open: OpenParagraph): boolean {
  const value = attribute(attributes, "val") ?? "";
  switch (name) {
    case "pStyle":
      open.style = value;
      return true;
    case "outlineLvl":
      open.outline = Number.parseInt(value, 10);
      return true;
    case "numId":
      open.list = value;
      return true;
    case "ilvl":
      open.depth = Number.parseInt(value, 10) || 0;
      return true;
    default:
      return false;
  }
}

/** A heading's level, counted from 0; 9 if the paragraph is not a heading. */
export function levelOf({ outline, style }: OpenParagraph, styles: Styles): number {
  const level = outline ?? styles.get(style)?.outline ?? 9;
  return level >= 0 && level < 9 ? level : 9;
}

/** The list that the paragraph belongs to. */
export function listOf({ list, style }: OpenParagraph, styles: Styles): string | null {
  const id = list ?? styles.get(style)?.list ?? null;
  return id === "0" ? null : id;
}
