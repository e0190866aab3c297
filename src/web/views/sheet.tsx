/** The cells of a SHEET page, and the source for its editor. */
import type { PageWithMessages } from "../../features/pages/contract.ts";
import { words } from "../../words/sheet.ts";
import type { FirstCells } from "../shared/document/sheet-cells.ts";
import { SheetPrint } from "../shared/document/sheet-print.tsx";

export type BodyProps = { readonly page: PageWithMessages; readonly writes: boolean };

/** The source text, so that the editor starts without a request. */
export const Source = ({ page }: { page: PageWithMessages }) => (
  <template data-doc-source>{JSON.stringify({ text: page.content, revision: page.revision })}</template>
);

/** The cells and, for users who may write, the text view that the editor fills. */
export const SheetBody = ({ page, writes, cells }: BodyProps & { cells: FirstCells | null }) =>
  cells && (
    <div class="spreadsheet" data-sheet>
      <div class="row code-bar">
        {writes && (
          <button type="button" class="quiet" data-sheet-text aria-pressed="false">
            {words.text}
          </button>
        )}
      </div>
      <div class="row sheet-bar" />
      <div class="sheet-cells" data-print={!writes || undefined}>
        <SheetPrint cells={cells} label={words.cells} />
      </div>
      <p class="sheet-foot" />
      {writes && (
        <div class="doc code sheet-text" data-doc>
          <p class="hidden" id="code-keys">
            {words.textKeys}
          </p>
          <div data-print />
        </div>
      )}
      {writes && <Source page={page} />}
    </div>
  );
