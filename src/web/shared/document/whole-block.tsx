/** The element for a block that a component draws as a whole: a table, a standalone image or the properties. */
import type { SyntaxNode } from "@lezer/common";
import type { ComponentChildren, VNode } from "preact";
import { imageModel } from "../../../formats/markdown/image-model.ts";
import { Figure } from "./image.tsx";
import { type PrintVariant, printInline } from "./inline-print.tsx";
import type { References } from "../../../formats/markdown/references.ts";
import { Source } from "../../../formats/markdown/source.ts";
import { FrontMatterPrint } from "../properties/front-matter-print.tsx";
import { Table } from "./table.tsx";
import { tableModel } from "./table-model.ts";

/** `text` is the source of `node`; `place` are CSS classes for its context. */
export function blockElement(
  text: string,
  node: SyntaxNode,
  references: References,
  place = "",
  variant?: PrintVariant,
): VNode | null {
  if (node.name === "FrontMatter") return <FrontMatterPrint text={text} />;
  if (node.name !== "Table") {
    if (variant) return variant.figure(text);
    const image = imageModel(text);
    return (
      image && (
        <div class="md-figure-block">
          <Figure image={image} />
        </div>
      )
    );
  }
  const model = tableModel(text);
  if (!model) return null;
  const source = new Source(text, node.from);
  const cells = new Map<number, SyntaxNode>();
  for (let row = node.firstChild; row; row = row.nextSibling)
    for (const cell of row.getChildren("TableCell")) cells.set(cell.from, cell);
  const inline = (from: number, to: number): ComponentChildren => {
    const [start, end] = [node.from + from, node.from + to];
    const cell = cells.get(start);
    return cell ? printInline(source, cell, references, [start, end], variant) : source.slice(start, end);
  };
  return <Table source={text} model={model} place={place} inline={inline} />;
}
