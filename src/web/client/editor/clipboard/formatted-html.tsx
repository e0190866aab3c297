/**
 * A fragment of a document as HTML for the clipboard: plain elements that mail programs, word processors and spreadsheets
 * understand, without our classes or Markdown marks.
 */
import type { SyntaxNode, Tree } from "@lezer/common";
import { type ComponentChildren, h, isValidElement } from "preact";
import { renderToString } from "preact-render-to-string";
import { documentParser } from "../../../../formats/markdown/syntax.ts";
import { rowsOf, tableModel } from "../../../shared/document/table-model.ts";
import { InlinePrinter } from "./formatted-inline.tsx";
import { tabSeparated } from "./tab-separated.ts";

/** Word processors and mail programs need it to draw borders. */
const BORDER = { border: "1" };

class Printer extends InlinePrinter {
  blocks(node: SyntaxNode, tight = false): ComponentChildren[] {
    return this.childrenOf(node).map((child) => this.#block(child, tight));
  }

  #block(node: SyntaxNode, tight: boolean): ComponentChildren {
    const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (heading !== undefined) return h(`h${heading}`, null, this.inline(node));
    switch (node.name) {
      case "Paragraph":
      case "Task":
        return tight ? this.inline(node) : <p>{this.inline(node)}</p>;
      case "BulletList":
        return <ul>{this.#items(node)}</ul>;
      case "OrderedList": {
        const start = Number.parseInt(this.slice(node.from, node.to), 10);
        return <ol {...(start !== 1 && { start })}>{this.#items(node)}</ol>;
      }
      case "Blockquote":
        return <blockquote>{this.blocks(node)}</blockquote>;
      case "FootnoteDefinition":
        return this.blocks(node, tight);
      case "FencedCode":
      case "CodeBlock":
      case "BlockMath":
        return this.#code(node);
      case "HorizontalRule":
        return <hr />;
      case "Table":
        return this.#table(node);
      case "HTMLBlock":
        return <p>{this.slice(node.from, node.to)}</p>;
      default:
        return null;
    }
  }

  #items(list: SyntaxNode): ComponentChildren[] {
    const isLoose = /\n[ \t>]*\n/.test(this.slice(list.from, list.to));
    return list.getChildren("ListItem").map((item) => {
      const marker = item.getChild("Task")?.getChild("TaskMarker");
      const box = marker ? (/x/i.test(this.slice(marker.from, marker.to)) ? "☑ " : "☐ ") : null;
      return (
        <li>
          {box}
          {this.blocks(item, !isLoose || box !== null)}
        </li>
      );
    });
  }

  #code(node: SyntaxNode): ComponentChildren {
    const texts = node.getChildren("CodeText");
    const info = node.getChild("CodeInfo");
    const language = info === null ? "" : this.slice(info.from, info.to);
    const isMath = node.name === "BlockMath";
    const code = isMath ? this.slice(node.from, node.to) : texts.map(({ from, to }) => this.slice(from, to)).join("");
    return (
      <pre>
        <code {...(language !== "" && { class: `language-${language}` })}>{code}</code>
      </pre>
    );
  }

  #table(node: SyntaxNode): ComponentChildren {
    const [header = [], ...body] = this.cellsOf(node);
    const row = (cells: readonly ComponentChildren[], tag: string): ComponentChildren => (
      <tr>{cells.map((cell) => h(tag, null, cell))}</tr>
    );
    return (
      <table {...BORDER}>
        <thead>{row(header, "th")}</thead>
        <tbody>{body.map((each) => row(each, "td"))}</tbody>
      </table>
    );
  }

  /** The cells of a table by row, including empty and missing ones, which have no syntax nodes. */
  cellsOf(table: SyntaxNode): ComponentChildren[][] {
    const model = tableModel(this.slice(table.from, table.to));
    if (!model) return [];
    const nodes = [...table.getChildren("TableHeader"), ...table.getChildren("TableRow")].flatMap((each) =>
      each.getChildren("TableCell"),
    );
    const written = new Map(nodes.map((each) => [each.from - table.from, each]));
    return rowsOf(model).map(({ segments }) =>
      model.alignments.map((_, column) => {
        const cell = written.get(segments[column]?.from ?? -1);
        return cell ? this.inline(cell) : [];
      }),
    );
  }
}

export function formattedHtml(markdown: string): string {
  const tree: Tree = documentParser.parse(markdown);
  const printer = new Printer(markdown);
  const only = tree.topNode.firstChild;
  // A phrase copied out of a line is pasted into a line.
  const isPhrase = only?.name === "Paragraph" && only.nextSibling === null;
  const content = isPhrase ? printer.inline(only) : printer.blocks(tree.topNode);
  return renderToString(<>{content}</>);
}

/** The visible text. */
function wordsOf(shown: ComponentChildren): string {
  if (Array.isArray(shown)) return shown.map(wordsOf).join("");
  if (!isValidElement(shown)) return typeof shown === "string" ? shown : "";
  const { alt, children } = shown.props as { alt?: string; children?: ComponentChildren };
  return shown.type === "br" ? "\n" : (alt ?? wordsOf(children));
}

/**
 * Cells in a form that other programs recognize; `markdown` is a table of them, whose first row is a header if `hasHeader`.
 */
export function formattedCells(markdown: string, hasHeader: boolean): { readonly html: string; readonly text: string } {
  const table = documentParser.parse(markdown).topNode.getChild("Table");
  const rows = table ? new Printer(markdown).cellsOf(table) : [];
  const html = renderToString(
    <table {...BORDER}>
      <tbody>
        {rows.map((cells, row) => (
          <tr>{cells.map((cell) => h(hasHeader && row === 0 ? "th" : "td", null, cell))}</tr>
        ))}
      </tbody>
    </table>,
  );
  return { html, text: tabSeparated(rows.map((cells) => cells.map(wordsOf))) };
}
