/** Rows of imports: how far each has got, what can be done about it, and what it left out. */
import { useState } from "preact/hooks";
import type { Transfer as Import, TransferNote, TransferNotes } from "../../features/transfer/jobs/contract.ts";
import { currentLanguage } from "../messages/language.ts";
import { plural } from "../messages/plural.ts";
import { words } from "../messages/transfers.ts";
import { call, path } from "./api.ts";
import { ask } from "./dialog.ts";
import { attempt } from "./notice.ts";
import { relativeTime } from "./relative-time.ts";
import { sizeOf } from "./size.ts";
import type { Transfer } from "./transfer.ts";

/** An archive on its way. */
export type Sending = {
  readonly transfer: Transfer<Import>;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly isWaiting: boolean;
  readonly cancel: () => void;
};

type Rows = {
  readonly sending: readonly Sending[];
  /** Null until they have been asked for. */
  readonly imports: readonly Import[] | null;
  readonly changed: () => Promise<void>;
};

export const TransferRows = ({ sending, imports, changed }: Rows) => (
  <section aria-labelledby="transfers">
    <h2 id="transfers">{words.list}</h2>
    {imports?.length === 0 && sending.length === 0 && <p class="muted">{words.none}</p>}
    <ul class="rows">
      {sending.map((each) => (
        <SendingRow key={each} {...each} />
      ))}
      {(imports ?? []).map((each) => (
        <ImportRow key={each.id} transfer={each} changed={changed} />
      ))}
    </ul>
  </section>
);

const SendingRow = ({ name, size, sent, isWaiting, cancel }: Sending) => (
  <li class="row-item token">
    <div class="grow">
      <div>{name}</div>
      <div class="muted">{isWaiting ? words.waits : words.uploading(sizeOf(sent), sizeOf(size))}</div>
      <progress aria-label={name} max={size} value={sent} />
    </div>
    <span class="actions">
      <button type="button" class="quiet" aria-label={words.cancelNamed(name)} onClick={cancel}>
        {words.cancel}
      </button>
    </span>
  </li>
);

const number = (value: number): string => value.toLocaleString(currentLanguage());

function sentenceOf({ state, stage, done, total, reason }: Import): string {
  if (state === "paused") return reason ?? words.paused;
  if (state === "failed") return reason === null ? words.failed : `${words.failed}: ${reason}`;
  if (state === "cancelled") return stage === "ended" ? words.cancelled : words.clearing;
  if (stage === "making") return words.making(number(done), number(total));
  if (stage === "converting") return words.converting;
  return stage === "publishing" ? words.publishing : words.reading;
}

const resultOf = ({ pages, files, changed, skipped }: Import): string =>
  [
    plural(pages, words.pages),
    files > 0 ? plural(files, words.files) : "",
    changed > 0 ? plural(changed, words.changed) : "",
    skipped > 0 ? plural(skipped, words.skipped) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");

function ImportRow({ transfer, changed }: { readonly transfer: Import; readonly changed: Rows["changed"] }) {
  const { id, name, state, stage, done, total } = transfer;
  const [isOpen, open] = useState(false);
  const isUnderWay = state === "running" || state === "paused";
  const told = transfer.changed + transfer.skipped;
  const send = (method: "POST" | "DELETE", address: string) => (event: Event) =>
    attempt(event.currentTarget as HTMLElement, async () => {
      if (method === "DELETE" && !(await ask(words.cancelAsked, words.cancelHint, words.cancelImport))) return;
      await call(method, address);
      await changed();
    });
  return (
    <li class="row-item token">
      <div class="grow">
        <div>{name}</div>
        <div class="muted">
          {state === "done" ? resultOf(transfer) : sentenceOf(transfer)} ·{" "}
          {relativeTime(transfer.createdAt, Date.now())}
        </div>
        {state === "running" && (
          <progress aria-label={name} {...(stage === "making" && total > 0 && { max: total, value: done })} />
        )}
        {isOpen && <Report transfer={transfer} />}
      </div>
      <span class="actions">
        {told > 0 && (
          <button
            type="button"
            class="quiet"
            aria-expanded={isOpen}
            aria-label={words.reportOf(name)}
            onClick={() => open(!isOpen)}
          >
            {words.report}
          </button>
        )}
        {state === "paused" && (
          <button
            type="button"
            aria-label={words.goOnNamed(name)}
            onClick={send("POST", path`/api/transfers/${id}/resume`)}
          >
            {words.goOn}
          </button>
        )}
        {isUnderWay && (
          <button
            type="button"
            class="quiet"
            aria-label={words.cancelNamed(name)}
            onClick={send("DELETE", path`/api/transfers/${id}`)}
          >
            {words.cancel}
          </button>
        )}
      </span>
    </li>
  );
}

function Report({ transfer: { id } }: { readonly transfer: Import }) {
  const [notes, show] = useState<readonly TransferNote[]>([]);
  const [next, setNext] = useState<string | null>("");
  const load = (control: HTMLElement | null): void =>
    attempt(control, async () => {
      const query = next ? `?limit=100&cursor=${next}` : "?limit=100";
      const page = await call<TransferNotes>("GET", path`/api/transfers/${id}/notes` + query);
      show([...notes, ...page.notes]);
      setNext(page.nextCursor);
    });
  if (next === "" && notes.length === 0) {
    setNext(null);
    load(null);
  }
  return (
    <>
      <ul class="rows">
        {notes.map(({ kind, path: file, reason }) => (
          <li class="row-item token">
            <div>
              <bdi>{file}</bdi>
              <div class="muted">
                {kind === "skipped" ? words.leftOut : words.wasChanged}: {reason}
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
