/** A row is checked against the preceding head: position, commitment and hash. */
import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRow, commitPersonal, extend, genesis, sessionReference, sha256Hex, toHex } from "./chain.ts";
import { writeEntry } from "./draft.ts";
import { encodePersonal } from "./format.ts";

const TIP = genesis({ origin: "https://octavo.example", shard: 3 });
const SALT = "5a".repeat(32);

function rowAt(shard: number, seq: number) {
  const row = { id: "e", created_at: 1, entry: null };
  const { text, pii, entry } = writeEntry(row, { shard, seq, salt: SALT });
  return { row: { entry: text, pii, head: toHex(extend(TIP, text).head) }, entry };
}

test("commits to personal data with HMAC-SHA-256 under the salt", () => {
  const text = fc.option(fc.string({ maxLength: 80 }));
  const salts = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.record({ ip: text, ua: text, uid: text, email: text }), salts, (personal, salt) => {
      const expected = createHmac("sha256", salt).update(encodePersonal(personal)).digest("base64");
      expect(commitPersonal(personal, Buffer.from(salt).toString("hex"))).toBe(expected);
    }),
    { numRuns: 200 },
  );
});

test("derives the first head from origin and shard, and each further head from the entry", () => {
  expect([TIP.shard, TIP.next, TIP.head.length]).toEqual([3, 0, 32]);
  const [one, other] = [extend(TIP, "{}"), extend(extend(TIP, "{}"), "{}")];
  expect([one.shard, one.next, other.next]).toEqual([3, 1, 2]);
  const origin = { origin: "https://octavo.example", shard: 4 };
  const heads = [TIP, one, other, extend(TIP, "[]"), genesis(origin), genesis({ ...origin, origin: "" })];
  expect(new Set(heads.map(({ head }) => toHex(head))).size).toBe(6);
});

test("advances the chain for a valid row, with or without personal data", () => {
  const { row, entry } = rowAt(3, 0);
  const tip = extend(TIP, row.entry);
  expect(checkRow(TIP, row)).toEqual({ ok: true, tip, entry });
  expect(checkRow(TIP, { ...row, pii: null })).toEqual({ ok: true, tip, entry });
});

test("returns the fault of an invalid row without throwing", () => {
  const { row } = rowAt(3, 0);
  const reason = (change: Partial<typeof row>): string => {
    const checked = checkRow(TIP, { ...row, ...change });
    return checked.ok ? "ok" : checked.reason;
  };
  expect(reason({ entry: "{" })).toBe("the entry is not JSON");
  expect(reason({ pii: { ...row.pii, ip: "192.0.2.1" } })).toBe(
    "the personal data does not match the entry's commitment",
  );
  expect(reason({ pii: { ...row.pii, salt: "5b".repeat(32) } })).toBe(
    "the personal data does not match the entry's commitment",
  );
  expect(reason({ head: "00".repeat(32) })).toBe("the head does not match the entry");
  expect(reason(rowAt(2, 0).row)).toBe("entry of shard 2 found in shard 3");
  expect(reason(rowAt(3, 1).row)).toBe("found entry 1 instead of entry 0");
});

test("throws errors that are not faults of the row", () => {
  const { row } = rowAt(3, 0);
  const broken = {
    ...row,
    get pii(): typeof row.pii {
      throw new RangeError("not of the format");
    },
  };
  expect(() => checkRow(TIP, broken)).toThrow(RangeError);
});

test("encodes bytes in hex, also of a subarray", () => {
  expect(toHex(new Uint8Array([0, 1, 254, 255]).subarray(1, 3))).toBe("01fe");
  expect(sha256Hex("abc")).toBe(createHash("sha256").update("abc").digest("hex"));
  expect(sessionReference("abc")).toBe("s_ba7816bf8f01cfea");
});
