/** Rows of imports and exports: progress, actions, and the report of what was left out. */
import { useState } from "preact/hooks";
import type { Transfer as Work } from "../../../features/transfer/jobs/contract.ts";
import { currentLanguage } from "../../../words/language.ts";
import { plural } from "../../../words/plural.ts";
import { words as reasons } from "../../../words/transfer-reasons.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/transfers.ts";
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { attempt } from "../ui/notice.ts";
import { locale, relativeTime } from "../../shared/relative-time.ts";
import { sizeOf } from "../../shared/size.ts";
import type { Transfer } from "../uploads/send-file.ts";
import { Report } from "./report.tsx";

/** An archive that is being uploaded. */
export type Sending = {
  readonly transfer: Transfer<Work>;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly isWaiting: boolean;
  readonly cancel: () => void;
};

type Rows = {
  readonly sending: readonly Sending[];
  /** Null until loaded. */
  readonly works: readonly Work[] | null;
  readonly changed: () => Promise<void>;
};

export const TransferRows = ({ sending, works, changed }: Rows) => (
  <section aria-labelledby="transfers">
    <h2 id="transfers">{words.list}</h2>
    {works === null && sending.length === 0 && <p class="muted soon">{frame.moment}</p>}
    {works?.length === 0 && sending.length === 0 && <p class="muted">{words.none}</p>}
    <ul class="rows">
      {sending.map((each) => (
        <SendingRow key={each} {...each} />
      ))}
      {(works ?? []).map((each) => (
        <WorkRow key={each.id} transfer={each} changed={changed} />
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

function sentenceOf({ state, stage, done, total, reason }: Work): string {
  if (state === "paused") return reason === null ? words.paused : reasons.say(reason);
  if (state === "failed") return reason === null ? words.failed : `${words.failed}: ${reasons.say(reason)}`;
  if (state === "cancelled") return stage === "ended" ? words.cancelled : words.clearing;
  switch (stage) {
    case "making":
      return words.making(number(done), number(total));
    case "writing":
      return words.writing(number(done), number(total));
    case "converting":
      return words.converting;
    case "publishing":
      return words.publishing;
    case "naming":
      return words.naming;
    case "packing":
      return words.packing;
    case "reading":
    case "clearing":
    case "ended":
      return words.reading;
  }
}

/** Stages that report their progress. */
const isMeasured = ({ stage, total }: Work): boolean => (stage === "making" || stage === "writing") && total > 0;

const day = (iso: string): string => new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });

const resultOf = ({ kind, pages, files, changed, skipped, size, expiresAt }: Work): string =>
  [
    plural(pages, words.pages),
    files > 0 ? plural(files, words.files) : "",
    changed > 0 ? plural(changed, words.changed) : "",
    skipped > 0 ? plural(skipped, words.skipped) : "",
    kind === "export" && expiresAt !== null ? `${sizeOf(size)}, ${words.keptUntil(day(expiresAt))}` : "",
    kind === "export" && expiresAt === null ? words.expired : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");

function WorkRow({ transfer, changed }: { readonly transfer: Work; readonly changed: Rows["changed"] }) {
  const { kind, name, state, done, total } = transfer;
  const [isOpen, open] = useState(false);
  return (
    <li class="row-item token">
      <div class="grow">
        <div>{name}</div>
        <div class={state === "failed" ? "muted failed" : "muted"}>
          {kind === "import" ? words.importHeading : words.exportHeading} ·{" "}
          {state === "done" ? resultOf(transfer) : sentenceOf(transfer)} ·{" "}
          {relativeTime(transfer.createdAt, Date.now())}
        </div>
        {state === "running" && (
          <progress aria-label={name} {...(isMeasured(transfer) && { max: total, value: done })} />
        )}
        {isOpen && <Report id={transfer.id} />}
      </div>
      <span class="actions">
        {transfer.changed + transfer.skipped > 0 && (
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
        <Actions transfer={transfer} changed={changed} />
      </span>
    </li>
  );
}

/** The action that ends a transfer: cancelling one that is under way, or deleting a stored archive. */
function endingOf({ kind, state, name, expiresAt }: Work) {
  if (expiresAt !== null)
    return {
      label: words.remove,
      named: words.removeNamed(name),
      question: [words.removeAsked, words.removeHint, words.removeArchive],
    } as const;
  if (state !== "running" && state !== "paused") return null;
  const question =
    kind === "import"
      ? ([words.cancelAsked, words.cancelHint, words.cancelImport] as const)
      : ([words.cancelExportAsked, words.cancelHint, words.cancelExport] as const);
  return { label: words.cancel, named: words.cancelNamed(name), question };
}

function Actions({ transfer, changed }: { readonly transfer: Work; readonly changed: Rows["changed"] }) {
  const { id, kind, driveId, pageId, name, state, expiresAt } = transfer;
  const ending = endingOf(transfer);
  const act = (event: Event, send: () => Promise<unknown>) =>
    attempt(event.currentTarget as HTMLElement, async () => {
      await send();
      await changed();
    });
  return (
    <>
      {state === "paused" && (
        <button
          type="button"
          aria-label={words.goOnNamed(name)}
          onClick={(event) => act(event, () => call("POST", path`/api/transfers/${id}/resume`))}
        >
          {words.goOn}
        </button>
      )}
      {kind === "import" && state === "done" && (
        <a
          class="button quiet outlined"
          href={pageId === null ? path`/drives/${driveId}` : path`/pages/${pageId}`}
          aria-label={words.seeNamed(name)}
        >
          {words.see}
        </a>
      )}
      {expiresAt !== null && (
        <a
          class="button quiet outlined"
          href={path`/api/transfers/${id}/archive`}
          download
          aria-label={words.downloadNamed(name)}
        >
          {words.download}
        </a>
      )}
      {ending !== null && (
        <button
          type="button"
          class="quiet"
          aria-label={ending.named}
          onClick={(event) =>
            act(event, async () => {
              if (await ask(...ending.question)) await call("DELETE", path`/api/transfers/${id}`);
            })
          }
        >
          {ending.label}
        </button>
      )}
    </>
  );
}
