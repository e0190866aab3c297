/** Export fixtures for the verifier's tests. */
import { extend, genesis, toHex } from "../../src/audit-log/chain.ts";
import { writeEntry } from "../../src/audit-log/draft.ts";
import { formatHeader, formatLine } from "../../src/audit-log/format.ts";
import { type Pin, type Verdict, Verifier } from "../../scripts/audit/verify.ts";

export const HEADER = { origin: "https://octavo.example", shard: 0 };

/** An export of `count` entries; `tag` distinguishes two chains with the same origin. */
export function exportChain(count: number, tag: string): string[] {
  let tip = genesis(HEADER);
  const lines = Array.from({ length: count }, (_, seq) => {
    const draft = {
      at: 1000 + seq,
      kind: seq % 2 ? "perm.grant" : "auth.login.ok",
      outcome: "ok",
      actor: { type: "user", id: `u${seq}` },
      risk: 0,
      flags: ["a"],
      // A detail that imitates the line's structure must not confuse the parser about where the entry ends.
      detail: { tag, trap: { a: {}, pii: null }, text: '},"pii":null,"head":"' },
      ip: "203.0.113.7",
      ua: `agent ${tag} é`,
      uid: `u${seq}`,
      email: seq % 3 ? null : "ada@example.com",
    };
    const row = { id: `e${tag}${seq}`, created_at: 0, entry: JSON.stringify(draft) };
    const { text, pii } = writeEntry(row, { shard: 0, seq, salt: seq.toString(16).padStart(64, "0") });
    tip = extend(tip, text);
    return formatLine({ entry: text, pii, head: toHex(tip.head) });
  });
  return [formatHeader(HEADER), ...lines];
}

export const toBytes = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(""));

export function verify(bytes: Uint8Array, pins: readonly Pin[] = []): Verdict {
  const verifier = new Verifier(pins);
  verifier.write(bytes);
  return verifier.end();
}
