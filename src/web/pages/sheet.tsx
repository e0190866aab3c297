/** The cells of a SHEET page, and what its editor starts from. */
import type { PageWithMessages } from "../../features/pages/contract.ts";
import { words } from "../messages/sheet.ts";
import type { FirstCells } from "../document/sheet-cells.ts";
import { SheetPrint } from "../document/sheet-print.tsx";

export type BodyProps = { readonly page: PageWithMessages; readonly writes: boolean };

/** The text as it is written; its editor starts without asking for it. */
export const Source = ({ page }: { page: PageWithMessages }) => (
  <template data-doc-source>{JSON.stringify({ text: page.content, revision: page.revision })}</template>
);

/** The cells, and for those who may write the text behind them, which the editor fills when it comes. */
export const SheetBody = ({ page, writes, cells }: BodyProps & { cells: FirstCells }) => (
  <div class="spreadsheet" data-sheet>
    <div class="code-bar">
      {writes && (
        <button type="button" class="quiet" data-sheet-text aria-pressed="false">
          {words.text}
        </button>
      )}
    </div>
    <div class="sheet-bar" />
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
