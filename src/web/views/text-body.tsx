/** The text of a page below its title, and the module of its view, by type. */
import { isDescribed, type PageType } from "../../kernel/page-type.ts";
import type { ComponentType } from "preact";
import type { FirstCells } from "../shared/document/sheet-cells.ts";
import type { ViewChoices } from "./view-choices.ts";
import type { PropertyScope } from "../shared/properties/context.ts";
import { WithProperties } from "../shared/properties/panel.tsx";
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
  readonly scope: PropertyScope;
  readonly userId: string;
  readonly now: number;
};

/**
 * The rendered text. For users who may write, the source is included too, so that the editor starts without a request. It
 * is in a template, which is not displayed and needs only the usual escaping.
 */
const DocumentBody = ({ page, writes, scope }: TextProps) => (
  <WithProperties scope={scope}>
    <div class={isDescribed(page.type) ? "doc description" : "doc"} data-doc>
      <DocumentPrint
        text={page.content}
        placeholder={writes ? kindWords.placeholders[page.type] : isDescribed(page.type) ? "" : words.nothingWritten}
      />
    </div>
    {writes && <Source page={page} />}
    {writes && <template data-property-scope>{JSON.stringify(scope)}</template>}
  </WithProperties>
);

const CodeBody = ({ page, writes, choices: { wrapsCode: wraps } }: TextProps) => (
  <>
    <div class="row code-bar">
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

/** The rendered canvas, next to its markup. */
const CanvasBody = (props: TextProps) => (
  <>
    <div class="canvas-view" data-canvas>
      <iframe src={`/pages/${props.page.id}/canvas`} sandbox="" title={words.shownByCanvas} />
      <p class="canvas-empty" data-canvas-empty hidden={props.page.content.trim() !== ""}>
        {props.writes ? words.canvasToBegin : words.canvasEmpty}
      </p>
    </div>
    <CodeBody {...props} />
  </>
);

type PageView = {
  /** Renders the text; null for a type that renders it with its file. */
  readonly Body: ComponentType<TextProps> | null;
  /** The browser module of the view; null if the editor is all that it needs. `client/views.ts` starts it. */
  readonly module: string | null;
};

export const VIEWS: Readonly<Record<PageType, PageView>> = {
  DOCUMENT: { Body: DocumentBody, module: null },
  FOLDER: { Body: DocumentBody, module: "client/folder/start" },
  TASK_LIST: { Body: TasksBody, module: "client/tasks/view" },
  SHEET: { Body: SheetBody, module: "client/sheet/view" },
  CODE: { Body: CodeBody, module: null },
  CANVAS: { Body: CanvasBody, module: "client/page/canvas" },
  CHANNEL: { Body: DocumentBody, module: "client/conversation/conversation" },
  AI_CHAT: { Body: DocumentBody, module: "client/conversation/conversation" },
  FILE: { Body: null, module: "client/files/file" },
};
