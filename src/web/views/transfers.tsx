/** Importing into and exporting a drive: the browser shows the progress. */
import { words } from "../../words/transfers.ts";
import { words as tree } from "../../words/tree.ts";
import type { DriveView, Shell } from "./load-shell.ts";
import { ShellPage, mayCreate } from "./shell.tsx";

/** Without a drive, lists all transfers of the user, who only has access to some of its pages. */
export const transfersPage = (shell: Shell, drive: DriveView | null) => (
  <ShellPage
    title={drive ? words.transfersOf(drive.name) : words.transfers}
    shell={shell}
    here="drive"
    modules={["client/transfers/transfers"]}
  >
    <section class="column settings" data-view="transfers" data-drive={drive?.id}>
      <h1 class="title">{words.transfers}</h1>
      {drive && <p class="muted">{drive.name}</p>}
      {drive && mayCreate(drive) && <Import drive={drive} />}
      <div data-transfers></div>
      {drive && (
        <section aria-labelledby="export">
          <h2 id="export">{words.exportHeading}</h2>
          <p>{words.exportHint}</p>
          <p class="actions">
            <button type="button" class="quiet outlined" data-export>
              {words.exportDrive}
            </button>
            <button type="button" class="quiet outlined" data-export-soon>
              {words.exportSoon}
            </button>
          </p>
        </section>
      )}
    </section>
  </ShellPage>
);

const Import = ({ drive }: { readonly drive: DriveView }) => (
  <section aria-labelledby="import">
    <h2 id="import">{words.importHeading}</h2>
    <p>{words.importHint}</p>
    <p class="row wrap">
      <span id="import-under">{words.importUnder}</span>
      <button type="button" class="quiet outlined" dir="auto" data-import-place aria-describedby="import-under">
        {tree.topOf(drive.name)}
      </button>
    </p>
    <p class="row wrap">
      <label for="import-tables">{words.tablesBecome}</label>
      <select id="import-tables" data-import-tables>
        <option value="sheets">{words.tablesAs.sheets}</option>
        <option value="folders">{words.tablesAs.folders}</option>
      </select>
    </p>
    <p class="actions">
      <input type="file" accept=".zip,application/zip" aria-label={words.archive} data-archive hidden />
      <button type="button" data-choose-archive>
        {words.chooseArchive}
      </button>
    </p>
  </section>
);
