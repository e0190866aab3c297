/** A separate audit chain for each test, with its outbox and bucket. */
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { AuditLog } from "../../durable-objects/audit-log/audit-log.ts";
import { type ArchiveFile, verifyArchive } from "../../scripts/audit/archive.ts";
import { parseKey } from "../../src/audit-log/checkpoint.ts";
import { type AuditDraft, serializeDraft } from "../../src/audit-log/draft.ts";
import type { Pin, Verdict } from "../../scripts/audit/verify.ts";
import { Verifier } from "../../scripts/audit/verify.ts";
import { d1 } from "../support/d1.ts";

export type Row = { id: string; entry: string };

const DRAFT: AuditDraft = {
  id: "",
  at: 0,
  kind: "auth.login.ok",
  outcome: "ok",
  actor: { type: "user", id: "u1" },
  sessionId: "s1",
  risk: 0,
  flags: [],
  detail: { method: "passkey" },
  ip: "203.0.113.7",
  ua: "agent",
  uid: "u1",
  email: null,
};

export function makeRow(number: number, extra: Partial<AuditDraft> = {}): Row {
  const id = `e${String(number).padStart(9, "0")}`;
  return { id, entry: serializeDraft({ ...DRAFT, id, at: 1000 + number, ...extra }) };
}

export const makeRows = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => makeRow(from + at));

export async function queue(rows: readonly Row[]): Promise<void> {
  const insert = "insert into audit_outbox select value ->> 'id', value ->> 'entry', 7 from json_each(?)";
  for (let at = 0; at < rows.length; at += 500) {
    await env.DB.prepare(insert)
      .bind(JSON.stringify(rows.slice(at, at + 500)))
      .run();
  }
}

/** Drafts in the outbox, oldest first. */
export async function waiting(): Promise<Pick<AuditDraft, "id" | "kind" | "risk" | "detail">[]> {
  const { results } = await d1`select entry from audit_outbox order by id`.all<{ entry: string }>();
  return results.map(({ entry }) => {
    const { id, kind, risk, detail }: AuditDraft = JSON.parse(entry);
    return { id, kind, risk, detail };
  });
}

let chains = 0;

/** Creates a chain and empties the outbox, which all chains share. */
export async function freshChain(): Promise<Chain> {
  chains += 1;
  await env.DB.exec("delete from audit_outbox");
  return new Chain(chains);
}

export class Chain {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }

  get log(): DurableObjectStub<AuditLog> {
    return env.AUDIT_LOG.getByName(String(this.number));
  }

  get folder(): string {
    return `audit/${this.number}`;
  }

  /** Appends entries to the chain. */
  async append(rows: readonly Row[]): Promise<void> {
    await queue(rows);
    await this.log.drain();
  }

  /** Changes the stored chain behind the object's back, then restarts the object. */
  async change(...statements: string[]): Promise<void> {
    await runInDurableObject(this.log, (_, state) => {
      for (const statement of statements) state.storage.sql.exec(statement).toArray();
    });
    await abortAllDurableObjects();
  }

  /** Resets the object to its state after `entries` entries, like restoring an old snapshot of its storage. */
  async restore(entries: number, memory: Record<string, string>): Promise<void> {
    const head = entries === 0 ? null : `(select head from entry where seq = ${entries - 1})`;
    await this.change(
      `update chain set entries = ${entries}, head = ${head}`,
      `delete from entry where seq >= ${entries}`,
      "delete from memory",
      ...Object.entries(memory).map(([key, value]) => `insert into memory values ('${key}', '${value}')`),
    );
  }

  /** The object's record of what it has published and reported. */
  memory(): Promise<Record<string, string>> {
    return runInDurableObject(this.log, (_, state) =>
      Object.fromEntries(
        state.storage.sql
          .exec<{ key: string; value: string }>("select * from memory")
          .toArray()
          .map(({ key, value }) => [key, value]),
      ),
    );
  }

  /** Runs `act` on another object over the same storage, with missing or faulty bindings. */
  as<T>(bindings: object, act: (log: AuditLog) => Promise<T>): Promise<T> {
    return runInDurableObject(this.log, (_, state) => act(new AuditLog(state, { ...env, ...bindings })));
  }

  async exportText(): Promise<string> {
    let text = "";
    for (let next: number | null = 0; next !== null;) {
      const page: { text: string; next: number | null } = await this.log.export(next, 1000);
      text += page.text;
      next = page.next;
    }
    return text;
  }

  /** The offline verifier's verdict on the export. */
  async verifyOffline(pins: readonly Pin[] = []): Promise<Verdict> {
    const verifier = new Verifier(pins);
    verifier.write(new TextEncoder().encode(await this.exportText()));
    return verifier.end();
  }

  async names(): Promise<string[]> {
    const { objects } = await env.FILES.list({ prefix: `${this.folder}/` });
    return objects.map(({ key }) => key.slice(this.folder.length + 1));
  }

  async read(name: string): Promise<string> {
    const object = await env.FILES.get(`${this.folder}/${name}`);
    if (object === null) throw new Error(`There is no ${name}.`);
    return object.text();
  }

  async write(name: string, text: string): Promise<void> {
    await env.FILES.put(`${this.folder}/${name}`, text);
  }

  /** The offline verifier's verdict on the bucket contents. */
  async verifyArchive(key: string, pins: readonly Pin[] = []) {
    const files = await Promise.all(
      (await this.names()).map(async (name): Promise<ArchiveFile> => {
        const bytes = new TextEncoder().encode(await this.read(name));
        return {
          name,
          read: async function* () {
            yield await Promise.resolve(bytes);
          },
        };
      }),
    );
    return verifyArchive(files, { keys: [parseKey(key)], pins });
  }
}

/** Converts a checkpoint to a pin. */
export const pinOf = ({ origin, size, head }: { origin: string; size: number; head: string }): Pin => ({
  seq: size - 1,
  head,
  origin,
  by: "the kept one",
});
