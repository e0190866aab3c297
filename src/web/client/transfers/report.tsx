/** The report of an import or export: everything that was changed or left out, with the reason. */
import { useEffect, useState } from "preact/hooks";
import type { TransferNote, TransferNotes } from "../../../features/transfer/jobs/contract.ts";
import { words as reasons } from "../../../words/transfer-reasons.ts";
import { words } from "../../../words/transfers.ts";
import { call, path } from "../api/api.ts";
import { attempt } from "../ui/notice.ts";

export function Report({ id }: { readonly id: string }) {
  const [notes, show] = useState<readonly TransferNote[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const load = (control: HTMLElement | null): void =>
    attempt(control, async () => {
      const query = next === null ? "?limit=100" : `?limit=100&cursor=${next}`;
      const page = await call<TransferNotes>("GET", path`/api/transfers/${id}/notes` + query);
      show([...notes, ...page.notes]);
      setNext(page.nextCursor);
    });
  useEffect(() => load(null), []);
  return (
    <>
      <ul class="rows">
        {notes.map(({ kind, path: file, reason }) => (
          <li class="row-item token">
            <div>
              <bdi>{file}</bdi>
              <div class="muted">
                {kind === "skipped" ? words.leftOut : words.wasChanged}: {reasons.say(reason)}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => load(currentTarget)}>
          {words.more}
        </button>
      )}
    </>
  );
}
