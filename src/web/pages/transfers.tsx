/** Importing into a drive and exporting it: the browser shows what is under way. */
import { words } from "../messages/transfers.ts";
import type { DriveView, Shell } from "../shell.ts";
import { ShellPage, mayCreate } from "./shell.tsx";

export const transfersPage = (shell: Shell, drive: DriveView) => (
  <ShellPage title={words.transfersOf(drive.name)} shell={shell} here="drive">
    <section class="column settings" data-view="drive" data-drive={drive.id}>
      <h1 class="title">{words.transfers}</h1>
      <p class="byline">{drive.name}</p>
      {mayCreate(drive) && (
        <section aria-labelledby="import">
          <h2 id="import">{words.importHeading}</h2>
          <p>{words.importHint}</p>
          <p class="actions">
            <input type="file" accept=".zip,application/zip" aria-label={words.archive} data-archive hidden />
            <button type="button" data-choose-archive>
              {words.chooseArchive}
            </button>
          </p>
        </section>
      )}
      <div data-transfers></div>
      <section aria-labelledby="export">
        <h2 id="export">{words.exportHeading}</h2>
        <p>{words.exportHint}</p>
        <p class="actions">
          <a class="button" href={`/api/drives/${drive.id}/export`} download>
            {words.exportDrive}
          </a>
          <button type="button" data-export-soon>
            {words.exportSoon}
          </button>
        </p>
      </section>
    </section>
  </ShellPage>
);
