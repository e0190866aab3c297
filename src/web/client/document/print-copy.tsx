/** The complete text of a page for printing, in place of an editor or grid that draws only what is on the screen. */
import { render } from "preact";
import { isSource, languageName } from "../../shared/page-kinds.ts";
import { CodePrint } from "../../shared/document/code-print.tsx";
import { type Embed, embedOf } from "../../shared/document/embeds.ts";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { Source } from "../../../formats/markdown/source.ts";
import { documentParser } from "../../../formats/markdown/syntax.ts";
import { element } from "../ui/dom.ts";
import { colourCodePage } from "../editor/code-blocks/printed-code.ts";
import { drawDiagram } from "../editor/embeds/diagram/draw.ts";
import { drawKnownEmbeds, loadFormulas } from "../editor/embeds/printed-embeds.ts";
import { finishPrint } from "../editor/finish-print.ts";
import { printedScope } from "./printed-scope.ts";
import { WithProperties } from "../../shared/properties/panel.tsx";

/** Maximum number of diagrams of one text that are drawn in advance. */
const MAX_DIAGRAMS = 60;

export type PrintedText = { readonly type: string; readonly title: string; readonly text: string };

const isSheet = ({ type }: PrintedText): boolean => type === "SHEET";

/** The formula functions are large, so they are loaded for sheets only. */
const loadSheet = () => import("../../shared/document/sheet-paper.tsx");
let sheet: Awaited<ReturnType<typeof loadSheet>> | null = null;

const hasEmbeds = (text: string): boolean => /\$|```|~~~/.test(text);

function embedsOf(text: string): Embed[] {
  const source = new Source(text);
  const found: Embed[] = [];
  documentParser.parse(text).iterate({
    enter({ node }) {
      const embed = embedOf(
        node,
        (at) => source.lineStart(at),
        (from, to) => source.slice(from, to),
      );
      if (embed) found.push(embed);
      else if (node.name === "InlineMath") found.push({ kind: "math", source: source.slice(node.from, node.to) });
    },
  });
  return found;
}

/** Loads and draws everything that `makeCopy` needs synchronously. */
export async function prepareText(printed: PrintedText): Promise<void> {
  if (isSheet(printed)) sheet ??= await loadSheet();
  if (isSource(printed.type) || !hasEmbeds(printed.text)) return;
  const embeds = embedsOf(printed.text);
  const diagrams = embeds.filter(({ kind }) => kind === "diagram").slice(0, MAX_DIAGRAMS);
  const hasFormula = embeds.some(({ kind }) => kind === "math");
  const drawn = diagrams.map(({ source }) => drawDiagram(source, "paper"));
  await Promise.allSettled([hasFormula && loadFormulas(), ...drawn]);
}

function copyElement(root: HTMLElement, printed: PrintedText) {
  const { type, text } = printed;
  if (isSheet(printed)) return sheet && <sheet.SheetPaper text={text} now={Date.now()} />;
  if (isSource(type)) return <CodePrint text={text} placeholder="" label={null} />;
  const scope = printedScope(root);
  if (scope === null) return <DocumentPrint text={text} />;
  return (
    <WithProperties scope={{ ...scope, writes: false }}>
      <DocumentPrint text={text} />
    </WithProperties>
  );
}

/** Inserts the copy into the page, as far as it can be drawn synchronously. */
export function makeCopy(root: HTMLElement, printed: PrintedText): void {
  const place = root.querySelector(isSheet(printed) ? "[data-sheet]" : "[data-doc]");
  const content = copyElement(root, printed);
  if (!place || !content) return;
  const copy = element("div", { class: "print-copy" });
  render(content, copy);
  for (const image of copy.querySelectorAll("img")) image.loading = "eager";
  drawKnownEmbeds(copy, "paper");
  place.append(copy);
}

export async function finishCopy(root: HTMLElement, { type, title }: PrintedText): Promise<void> {
  const copy = root.querySelector(".print-copy");
  if (!copy) return;
  if (type === "CODE" || type === "CANVAS") await colourCodePage(copy, languageName(type, title));
  else await finishPrint(copy, "paper");
}

export function removeCopy(root: HTMLElement): void {
  for (const copy of root.querySelectorAll(".print-copy")) {
    render(null, copy);
    copy.remove();
  }
}
