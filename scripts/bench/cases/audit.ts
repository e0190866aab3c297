/**
 * Whether the audit chain keeps up. Writes the entries of 1,000 sign-ins a second to the outbox
 * for ten seconds while the chain drains it, and reports the maximum backlog. Fails if it falls behind
 * permanently.
 */
import { serializeDraft, type AuditDraft } from "../../../src/audit-log/draft.ts";
import { makeId } from "../../../src/kernel/ids.ts";
import { systemRandom } from "../../../src/platform/system.ts";
import { startServer } from "../server.ts";
import type { Tally } from "../../check/test-summary.ts";

const SIGN_INS_PER_SECOND = 1_000;
/** Each sign-in has two entries: the sign-in itself, and the new session. */
const KINDS = ["auth.login.ok", "session.create"] as const;
const SECONDS = 10;
const TICKS_PER_SECOND = 10;
/** Maximum backlog: the entries of two seconds. */
const MAX_BEHIND = 2 * SIGN_INS_PER_SECOND * KINDS.length;

function entriesOf(signIns: number, now: number): string {
  const drafts = Array.from({ length: signIns }, (_, i) =>
    KINDS.map((kind): AuditDraft => ({
      id: makeId(now, systemRandom),
      at: now,
      kind,
      outcome: "ok",
      actor: { type: "user", id: `user-${i % 50}` },
      sessionId: makeId(now, systemRandom),
      risk: 0,
      flags: [],
      detail: { method: "passkey" },
      ip: "192.0.2.1",
      ua: "Bench/1.0",
      uid: `user-${i % 50}`,
      email: null,
    })),
  ).flat();
  return JSON.stringify(drafts.map((draft) => [draft.id, serializeDraft(draft)]));
}

export async function run(): Promise<Tally> {
  const server = await startServer({ drives: 1, bigDrive: 1, textBytes: 100 });
  try {
    const db = await server.database();
    const count = async (): Promise<number> =>
      Number(await db.prepare("select count(*) as n from audit_outbox").first("n"));
    const drain = async (): Promise<void> => {
      await fetch(`http://127.0.0.1:${server.port}/__bench/drain`);
    };
    const behind: number[] = [];
    let written = 0;
    let isOver = false;
    const draining = (async () => {
      while (!isOver) await drain();
    })();
    const started = performance.now();
    for (let tick = 0; tick < SECONDS * TICKS_PER_SECOND; tick += 1) {
      const now = Date.now();
      const signIns = SIGN_INS_PER_SECOND / TICKS_PER_SECOND;
      await db
        .prepare(
          "insert into audit_outbox (id, entry, created_at) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), ? from json_each(?)",
        )
        .bind(now, entriesOf(signIns, now))
        .run();
      written += signIns * KINDS.length;
      behind.push(await count());
      const due = started + ((tick + 1) * 1_000) / TICKS_PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
    const seconds = (performance.now() - started) / 1_000;
    isOver = true;
    await draining;
    await drain();
    const left = await count();
    const most = Math.max(...behind);
    console.log(
      `${written} entries in ${seconds.toFixed(1)} s (${(written / seconds).toFixed(0)} a second); at most ${most} behind, ${left} left at the end`,
    );
    const isWell = most <= MAX_BEHIND && left === 0;
    return { passed: isWell ? 1 : 0, failed: isWell ? 0 : 1 };
  } finally {
    await server.stop();
  }
}
