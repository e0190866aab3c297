/** The text of a page below its title, rendered by type. */
import { isSource } from "../shared/page-kinds.ts";
import type { FirstCells } from "../shared/document/sheet-cells.ts";
import type { ViewChoices } from "./view-choices.ts";
import { CodePrint } from "../shared/document/code-print.tsx";
import { DocumentPrint } from "../shared/document/print.tsx";
import { words as kindWords } from "../../words/kinds.ts";
import { words } from "../../words/page.ts";
import { type BodyProps, SheetBody, Source } from "./sheet.tsx";
import { TasksBody } from "./tasks.tsx";

type TextProps = BodyProps & {
  readonly choices: ViewChoices;
  /** The first rows of a SHEET. */
  readonly cells: FirstCells | null;
  readonly userId: string;
  readonly now: number;
};

export const TextBody = ({ page, writes, choices, cells, userId, now }: TextProps) => (
  <>
    {page.type === "CANVAS" && <CanvasView page={page} writes={writes} />}
    {cells ? (
      <SheetBody page={page} writes={writes} cells={cells} />
    ) : page.type === "TASK_LIST" ? (
      <TasksBody page={page} writes={writes} layout={choices.tasks} userId={userId} now={now} />
    ) : isSource(page.type) ? (
      <CodeBody page={page} writes={writes} wraps={choices.wrapsCode} />
    ) : (
      <DocumentBody page={page} writes={writes} />
    )}
  </>
);

/** Whether the text is a description above the pages or messages. */
const isDescription = (type: string): boolean => type === "FOLDER" || type === "CHANNEL" || type === "AI_CHAT";

/**
 * The rendered text. For users who may write, the source is included too, so that the editor starts without a request. It
 * is in a template, which is not displayed and needs only the usual escaping.
 */
const DocumentBody = ({ page, writes }: BodyProps) => (
  <>
    <div class={isDescription(page.type) ? "doc description" : "doc"} data-doc>
      <DocumentPrint
        text={page.content}
        placeholder={writes ? kindWords.placeholders[page.type] : isDescription(page.type) ? "" : words.nothingWritten}
      />
    </div>
    {writes && <Source page={page} />}
  </>
);

/** The rendered canvas, next to its markup. */
const CanvasView = ({ page, writes }: BodyProps) => (
  <div class="canvas-view" data-canvas>
    <iframe src={`/pages/${page.id}/canvas`} sandbox="" title={words.shownByCanvas} />
    <p class="canvas-empty" data-canvas-empty hidden={page.content.trim() !== ""}>
      {writes ? words.canvasToBegin : words.canvasEmpty}
    </p>
  </div>
);

const CodeBody = ({ page, writes, wraps }: BodyProps & { wraps: boolean }) => (
  <>
    <div class="code-bar">
      {writes && (
        <p class="hidden" id="code-keys">
          {words.codeKeys}
        </p>
      )}
      <button type="button" class="quiet" data-act="wrap-code" aria-pressed={wraps}>
        {words.wrapLines}
      </button>
      <button type="button" class="quiet" data-act="copy-code">
        {words.copyAll}
      </button>
    </div>
    <div class={wraps ? "doc code wraps" : "doc code"} data-doc>
      <CodePrint
        text={page.content}
        placeholder={writes ? kindWords.placeholders[page.type] : words.nothingWritten}
        label={writes ? null : words.textOfPage}
      />
    </div>
    {writes && <Source page={page} />}
  </>
);
