/** The audit log for administrators: filtered entries, verification, and export. */
import * as z from "zod";
import { toIso } from "../../kernel/clock.ts";
import type { AuditList, Verdict } from "../../features/audit/contract.ts";
import { AUDIT_KINDS } from "../../audit-log/kinds.ts";
import { words as admin } from "../../words/admin.ts";
import { words } from "../../words/audit.ts";
import { count, instantOf } from "../shared/number-format.ts";
import type { Shell } from "./load-shell.ts";
import { AdminPage } from "./admin.tsx";
import { Facts } from "./admin-chart.tsx";

type ListedEntry = z.infer<typeof AuditList>["entries"][number];
/** The active filters, by field name; the user as typed, an address or an id. */
export type Filters = Readonly<Partial<Record<"kind" | "userId" | "q" | "from" | "to", string>>>;

export type AuditView = {
  filters: Filters;
  list: z.infer<typeof AuditList>;
  /** Null unless verification was requested. */
  verdict: z.infer<typeof Verdict> | null;
};

export const auditPage = (shell: Shell, { filters, list, verdict }: AuditView) => (
  <AdminPage shell={shell} title={admin.auditLog} here="/admin/audit">
    <header class="row wrap admin-head">
      <h1 class="title grow">{admin.auditLog}</h1>
      <div class="actions">
        <a class="button quiet outlined" href="/api/admin/audit/export" download data-fresh>
          {words.exportAll}
        </a>
        {/* Empty filters, since verification covers the whole log. */}
        <form method="get" action="/admin/audit">
          <button type="submit" class="quiet outlined" name="verify" value="1">
            {words.verify}
          </button>
        </form>
      </div>
    </header>
    {verdict && <Proof verdict={verdict} />}
    <FilterForm filters={filters} />
    {list.entries.length === 0 ? (
      <div class="empty">
        <p class="muted">{list.searchedTo === null ? words.none : words.noneYet}</p>
        <a href="/admin/audit">{words.showAll}</a>
      </div>
    ) : (
      <ul class="rows audit-log">
        {list.entries.map((listed) => (
          <EntryRow listed={listed} />
        ))}
      </ul>
    )}
    {list.unreadable && (
      <p class="problem">{words.unreadable(count(list.unreadable.first), count(list.unreadable.last))}</p>
    )}
    {list.nextCursor !== null && (
      <p class="actions">
        {list.searchedTo !== null && <span class="muted">{words.searchedTo(instantOf(list.searchedTo))}</span>}
        <a
          class="button quiet outlined"
          href={`/admin/audit?${new URLSearchParams({ ...filters, cursor: list.nextCursor }).toString()}`}
        >
          {list.searchedTo === null ? words.earlier : words.searchOn}
        </a>
      </p>
    )}
  </AdminPage>
);

const Proof = ({ verdict }: { verdict: z.infer<typeof Verdict> }) => (
  <section class={verdict.valid ? "proof hint" : "proof problem"} aria-labelledby="proof">
    <h2 id="proof">{verdict.valid ? words.holds : words.holdsNot}</h2>
    {verdict.firstBad && <p>{words.firstBad(count(verdict.firstBad.seq), verdict.firstBad.reason)}</p>}
    <Facts
      of={[
        [words.valid, verdict.valid ? words.yes : words.no],
        [words.recomputed, count(verdict.entries)],
        [words.signed, verdict.checkpoint === null ? words.noneSigned : count(verdict.checkpoint.size)],
      ]}
    />
    <h3>{words.checkpoint}</h3>
    {verdict.checkpoint === null ? (
      <p class="muted">{words.nothingSigned}</p>
    ) : (
      <>
        <p class="muted">{words.keepNote}</p>
        <Copyable label={words.copyCheckpoint} text={verdict.checkpoint.note} />
      </>
    )}
    <h3>{words.publicKey}</h3>
    {verdict.key === null ? <p class="muted">{words.noKey}</p> : <Copyable label={words.copyKey} text={verdict.key} />}
  </section>
);

const Copyable = ({ label, text }: { label: string; text: string }) => (
  <figure class="row spread copyable">
    <pre tabindex={0}>{text}</pre>
    <button type="button" class="quiet" data-act="copy" aria-label={label}>
      {words.copy}
    </button>
  </figure>
);

const FilterForm = ({ filters }: { filters: Filters }) => (
  <form class="filters" method="get" action="/admin/audit">
    <div>
      <label for="kind">{words.kind}</label>
      <select id="kind" name="kind">
        <option value="">{words.everyKind}</option>
        {AUDIT_KINDS.map((kind) => (
          <option value={kind} selected={kind === filters.kind}>
            {kind}
          </option>
        ))}
      </select>
    </div>
    <div>
      <label for="userId">{words.user}</label>
      <input id="userId" name="userId" maxlength={320} autocomplete="off" value={filters.userId ?? ""} />
    </div>
    <div>
      <label for="q">{words.words}</label>
      <input id="q" name="q" type="search" maxlength={200} autocomplete="off" value={filters.q ?? ""} />
    </div>
    <div>
      <label for="from">{words.from}</label>
      <input id="from" name="from" type="datetime-local" value={localTime(filters.from)} />
    </div>
    <div>
      <label for="to">{words.before}</label>
      <input id="to" name="to" type="datetime-local" value={localTime(filters.to)} />
    </div>
    <p class="actions">
      <button type="submit">{words.show}</button>
      <a class="button quiet" href="/admin/audit">
        {words.clear}
      </a>
    </p>
  </form>
);

/** The value format of a datetime-local field. */
const localTime = (iso: string | undefined): string => (iso === undefined ? "" : toIso(Date.parse(iso)).slice(0, 16));

/** The fields of an entry shown in its row. A corrupted entry may contain anything. */
const EntrySummary = z.object({
  ts: z.number(),
  kind: z.string(),
  outcome: z.string(),
  risk: z.number(),
  actor: z.object({ t: z.string(), id: z.string().nullable() }),
  d: z.object({ agent: z.string().optional() }),
});

const EntryRow = ({ listed }: { listed: ListedEntry }) => {
  const known = EntrySummary.safeParse(listed.entry);
  return (
    <li>
      <details class="entry">
        {known.success ? <Summary entry={known.data} listed={listed} /> : <Damaged seq={listed.seq} />}
        <dl class="pairs">
          <Pair name={words.entry} value={count(listed.seq)} />
          <Pair name={words.userId} value={listed.userId} />
          <Pair name={words.address} value={listed.ip} />
          <Pair name={words.program} value={listed.userAgent} />
          <Pair name={words.head} value={listed.head} />
        </dl>
        <pre tabindex={0}>
          {typeof listed.entry === "string" ? listed.entry : JSON.stringify(listed.entry, null, 2)}
        </pre>
        {listed.userId !== null && (
          <p>
            <a href={`/admin/audit?userId=${encodeURIComponent(listed.userId)}`}>{words.allOfUser}</a>
          </p>
        )}
      </details>
    </li>
  );
};

/** Entries with at least this risk are highlighted. */
const RISKY = 50;

const Summary = ({ entry, listed }: { entry: z.infer<typeof EntrySummary>; listed: ListedEntry }) => {
  const at = toIso(entry.ts);
  const outcomes: Readonly<Record<string, string>> = words.outcomes;
  const outcome = outcomes[entry.outcome] ?? entry.outcome;
  const who = listed.email ?? listed.userId ?? entry.actor.id ?? entry.actor.t;
  return (
    <summary>
      <time class="muted" datetime={at}>
        {instantOf(at)}
      </time>
      <code>{entry.kind}</code>
      <span class="grow muted">{entry.d.agent === undefined ? who : words.onBehalf(entry.d.agent, who)}</span>
      <span
        class={entry.risk >= RISKY ? "state state-down" : `state state-${entry.outcome === "ok" ? "ok" : "degraded"}`}
      >
        {entry.risk > 0 ? words.withRisk(outcome, String(entry.risk)) : outcome}
      </span>
    </summary>
  );
};

const Damaged = ({ seq }: { seq: number }) => (
  <summary>
    <span class="grow">{words.entryAt(count(seq))}</span>
    <span class="state state-down">{words.damaged}</span>
  </summary>
);

const Pair = ({ name, value }: { name: string; value: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? words.notKept}</dd>
  </div>
);
