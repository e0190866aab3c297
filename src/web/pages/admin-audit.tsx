/** The audit log for administrators: its entries through filters, its proof, and the way to take it elsewhere. */
import { z } from "zod";
import { onBehalf } from "../../kernel/agent.ts";
import { toIso } from "../../kernel/clock.ts";
import type { AuditList, Verdict } from "../../features/audit/contract.ts";
import { AUDIT_KINDS } from "../../features/audit/kinds.ts";
import { count, instantOf } from "../number-format.ts";
import type { Shell } from "../shell.ts";
import { AdminPage } from "./admin.tsx";
import { Facts } from "./admin-chart.tsx";

type ListedEntry = z.infer<typeof AuditList>["entries"][number];
/** Those that are set, by the names their fields have. */
export type Filters = Readonly<Partial<Record<"kind" | "userId" | "from" | "to", string>>>;

export type AuditView = {
  filters: Filters;
  list: z.infer<typeof AuditList>;
  /** Null while nobody asked for it. */
  verdict: z.infer<typeof Verdict> | null;
};

export const auditPage = (shell: Shell, { filters, list, verdict }: AuditView) => (
  <AdminPage shell={shell} title="Audit trail" here="/admin/audit">
    <header class="admin-head">
      <h1 class="title grow">Audit trail</h1>
      <div class="actions">
        <a href="/api/admin/audit/export" download>
          Export all of it
        </a>
        {/* Empty filters are those of the whole trail, which is what is proven. */}
        <form method="get" action="/admin/audit">
          <button type="submit" name="verify" value="1">
            Verify
          </button>
        </form>
      </div>
    </header>
    {verdict && <Proof verdict={verdict} />}
    <FilterForm filters={filters} />
    {list.entries.length === 0 ? (
      <p class="empty muted">No entry is like that.</p>
    ) : (
      <ul class="rows trail">
        {list.entries.map((listed) => (
          <EntryRow listed={listed} />
        ))}
      </ul>
    )}
    {list.nextCursor !== null && (
      <p class="actions">
        <a
          class="button"
          href={`/admin/audit?${new URLSearchParams({ ...filters, cursor: list.nextCursor }).toString()}`}
        >
          Earlier entries
        </a>
      </p>
    )}
  </AdminPage>
);

const Proof = ({ verdict }: { verdict: z.infer<typeof Verdict> }) => (
  <section class={verdict.valid ? "proof hint" : "proof problem"} aria-labelledby="proof">
    <h2 id="proof">{verdict.valid ? "The trail holds" : "The trail does not hold"}</h2>
    {verdict.firstBad && (
      <p>
        First bad entry: {count(verdict.firstBad.seq)}. It was found that {verdict.firstBad.reason}.
      </p>
    )}
    <Facts
      of={[
        ["Valid", verdict.valid ? "yes" : "no"],
        ["Entries recomputed", count(verdict.entries)],
        ["Entries signed", verdict.checkpoint === null ? "none" : count(verdict.checkpoint.size)],
      ]}
    />
    <h3>Checkpoint</h3>
    {verdict.checkpoint === null ? (
      <p class="muted">Nothing has been signed yet.</p>
    ) : (
      <>
        <p class="muted">Keep this note where nobody here can reach it: up to it, nothing can be changed unseen.</p>
        <Copyable label="checkpoint" text={verdict.checkpoint.note} />
      </>
    )}
    <h3>Public key</h3>
    {verdict.key === null ? (
      <p class="muted">There is no key to sign with.</p>
    ) : (
      <Copyable label="public key" text={verdict.key} />
    )}
  </section>
);

const Copyable = ({ label, text }: { label: string; text: string }) => (
  <figure class="copyable">
    <pre tabindex={0}>{text}</pre>
    <button type="button" class="quiet" data-act="copy" aria-label={`Copy the ${label}`}>
      Copy
    </button>
  </figure>
);

const FilterForm = ({ filters }: { filters: Filters }) => (
  <form class="filters" method="get" action="/admin/audit">
    <div>
      <label for="kind">Kind</label>
      <select id="kind" name="kind">
        <option value="">Every kind</option>
        {AUDIT_KINDS.map((kind) => (
          <option value={kind} selected={kind === filters.kind}>
            {kind}
          </option>
        ))}
      </select>
    </div>
    <div>
      <label for="userId">User id</label>
      <input id="userId" name="userId" maxlength={64} autocomplete="off" value={filters.userId ?? ""} />
    </div>
    <div>
      <label for="from">From (UTC)</label>
      <input id="from" name="from" type="datetime-local" value={localTime(filters.from)} />
    </div>
    <div>
      <label for="to">Before (UTC)</label>
      <input id="to" name="to" type="datetime-local" value={localTime(filters.to)} />
    </div>
    <p class="actions">
      <button type="submit">Show</button>
      <a href="/admin/audit">Clear</a>
    </p>
  </form>
);

/** As the browser's field for a date and a time takes it. */
const localTime = (iso: string | undefined): string => (iso === undefined ? "" : toIso(Date.parse(iso)).slice(0, 16));

/** Of an entry, what its row shows. A damaged one may be anything. */
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
          <Pair name="Entry" value={count(listed.seq)} />
          <Pair name="User id" value={listed.userId} />
          <Pair name="Address" value={listed.ip} />
          <Pair name="Program" value={listed.userAgent} />
          <Pair name="Head" value={listed.head} />
        </dl>
        <pre tabindex={0}>
          {typeof listed.entry === "string" ? listed.entry : JSON.stringify(listed.entry, null, 2)}
        </pre>
        {listed.userId !== null && (
          <p>
            <a href={`/admin/audit?userId=${encodeURIComponent(listed.userId)}`}>All of this user</a>
          </p>
        )}
      </details>
    </li>
  );
};

/** From here on an entry is worth a look. */
const RISKY = 50;

const Summary = ({ entry, listed }: { entry: z.infer<typeof EntrySummary>; listed: ListedEntry }) => {
  const at = toIso(entry.ts);
  const who = listed.email ?? listed.userId ?? entry.actor.id ?? entry.actor.t;
  return (
    <summary>
      <time class="muted" datetime={at}>
        {instantOf(at)}
      </time>
      <code>{entry.kind}</code>
      <span class="grow muted">{entry.d.agent === undefined ? who : onBehalf(entry.d.agent, who)}</span>
      <span
        class={entry.risk >= RISKY ? "state state-down" : `state state-${entry.outcome === "ok" ? "ok" : "degraded"}`}
      >
        {entry.outcome}
        {entry.risk > 0 && `, risk ${entry.risk}`}
      </span>
    </summary>
  );
};

const Damaged = ({ seq }: { seq: number }) => (
  <summary>
    <span class="grow">Entry {count(seq)}</span>
    <span class="state state-down">damaged</span>
  </summary>
);

const Pair = ({ name, value }: { name: string; value: string | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? "not kept"}</dd>
  </div>
);
