/** Golden vectors of the audit format: fixed here, printed in docs/audit-format.md, and recomputed from the drafts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { extend, genesis, toHex } from "../../src/audit-log/chain.ts";
import { writeEntry } from "../../src/audit-log/draft.ts";
import {
  encodePersonal,
  formatHeader,
  formatLine,
  genesisPreimage,
  headPreimage,
  leafPreimage,
} from "../../src/audit-log/format.ts";
import { Verifier } from "../../scripts/audit/verify.ts";

const ORIGIN = { origin: "https://octavo.example", shard: 0 };

const GOLDEN = {
  header: '{"octavo-audit":1,"origin":"https://octavo.example","shard":0}',
  genesisPreimage: "6f637461766f2d61756469742d67656e657369732d763168747470733a2f2f6f637461766f2e6578616d706c650000",
  genesis: "270f8532a4bdd1e2425b79d8bbacef8c52fb8294e54d963beefe178660e22bbb",
  entries: [
    {
      line: '{"entry":{"actor":{"id":"u_ada","t":"user"},"d":{"method":"passkey"},"flags":[],"id":"0199f0c2-7a10-7000-8000-000000000001","kind":"auth.login.ok","outcome":"ok","pii":"hawE15kbb+ciigiZq4l6fWJQ1xbMOO9NqypVEveBzgc=","risk":0,"seq":0,"sess":"s_84097828fc31a8c8","shard":0,"ts":1795248000000,"v":1},"pii":{"email":null,"ip":"203.0.113.7","salt":"0000000000000000000000000000000000000000000000000000000000000000","ua":"Mozilla/5.0 \\"Test\\"","uid":"u_ada"},"head":"da846ceccc4bd358bfbff97295b8ec8bd4083c76d1eb95e30cc7a3c155094b6f"}',
      personal: '{"email":null,"ip":"203.0.113.7","ua":"Mozilla/5.0 \\"Test\\"","uid":"u_ada"}',
      leafPreimage:
        "007b226163746f72223a7b226964223a22755f616461222c2274223a2275736572227d2c2264223a7b226d6574686f64223a22706173736b6579227d2c22666c616773223a5b5d2c226964223a2230313939663063322d376131302d373030302d383030302d303030303030303030303031222c226b696e64223a22617574682e6c6f67696e2e6f6b222c226f7574636f6d65223a226f6b222c22706969223a226861774531356b62622b63696967695a71346c3666574a513178624d4f4f394e71797056457665427a67633d222c227269736b223a302c22736571223a302c2273657373223a22735f38343039373832386663333161386338222c227368617264223a302c227473223a313739353234383030303030302c2276223a317d",
      leaf: "8fc68cfc01cb768f633a163cb635c2abbc4100a8d525693fbace9e5a81ccb08c",
      headPreimage:
        "016f637461766f2d61756469742d763100000000000000000000270f8532a4bdd1e2425b79d8bbacef8c52fb8294e54d963beefe178660e22bbb8fc68cfc01cb768f633a163cb635c2abbc4100a8d525693fbace9e5a81ccb08c",
      head: "da846ceccc4bd358bfbff97295b8ec8bd4083c76d1eb95e30cc7a3c155094b6f",
    },
    {
      line: '{"entry":{"actor":{"id":"u_ada","t":"user"},"d":{"again":false,"before":null,"count":-3,"rights":["view","edit"],"title":"Café ☕ 🐙\\n"},"flags":["step_up"],"id":"0199f0c2-7a10-7000-8000-000000000002","kind":"perm.grant","outcome":"ok","pii":"rPVZKYqAzoWIP/eD0QN7w1oGK9LZlV4Q6+hIseT97IU=","res":{"id":"p_1","t":"page"},"risk":0,"seq":1,"sess":"s_84097828fc31a8c8","shard":0,"subj":"u_grace","ts":1795248000001,"v":1},"pii":{"email":"ada@example.com","ip":"2001:db8::1","salt":"1111111111111111111111111111111111111111111111111111111111111111","ua":null,"uid":"u_ada"},"head":"93a515c12b78a94b75ef91e6ad8dda212d94dca0de757a507e6d9a230d13b927"}',
      personal: '{"email":"ada@example.com","ip":"2001:db8::1","ua":null,"uid":"u_ada"}',
      leafPreimage:
        "007b226163746f72223a7b226964223a22755f616461222c2274223a2275736572227d2c2264223a7b22616761696e223a66616c73652c226265666f7265223a6e756c6c2c22636f756e74223a2d332c22726967687473223a5b2276696577222c2265646974225d2c227469746c65223a22436166c3a920e2989520f09f90995c6e227d2c22666c616773223a5b22737465705f7570225d2c226964223a2230313939663063322d376131302d373030302d383030302d303030303030303030303032222c226b696e64223a227065726d2e6772616e74222c226f7574636f6d65223a226f6b222c22706969223a227250565a4b5971417a6f5749502f654430514e3777316f474b394c5a6c563451362b6849736554393749553d222c22726573223a7b226964223a22705f31222c2274223a2270616765227d2c227269736b223a302c22736571223a312c2273657373223a22735f38343039373832386663333161386338222c227368617264223a302c227375626a223a22755f6772616365222c227473223a313739353234383030303030312c2276223a317d",
      leaf: "ca1a5d4146f6d4882f90a17009cbc9961caf4de804b49ac40d3a815aa5e07bd0",
      headPreimage:
        "016f637461766f2d61756469742d763100000000000000000001da846ceccc4bd358bfbff97295b8ec8bd4083c76d1eb95e30cc7a3c155094b6fca1a5d4146f6d4882f90a17009cbc9961caf4de804b49ac40d3a815aa5e07bd0",
      head: "93a515c12b78a94b75ef91e6ad8dda212d94dca0de757a507e6d9a230d13b927",
    },
    {
      line: '{"entry":{"actor":{"id":null,"t":"anonymous"},"d":{},"flags":["new_device","tor"],"id":"0199f0c2-7a10-7000-8000-000000000003","kind":"auth.login.fail","outcome":"fail","pii":"cVEUGNNrufSk4C8cUrQeLVHgW3BA4GBEBErX+r92ZQM=","risk":30,"seq":2,"shard":0,"ts":1795248000002,"v":1},"pii":{"email":null,"ip":null,"salt":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","ua":null,"uid":null},"head":"41c40b53ff66be8512a0cad9d9241fd6068e6a1e46ae151c2e585e410c703065"}',
      personal: '{"email":null,"ip":null,"ua":null,"uid":null}',
      leafPreimage:
        "007b226163746f72223a7b226964223a6e756c6c2c2274223a22616e6f6e796d6f7573227d2c2264223a7b7d2c22666c616773223a5b226e65775f646576696365222c22746f72225d2c226964223a2230313939663063322d376131302d373030302d383030302d303030303030303030303033222c226b696e64223a22617574682e6c6f67696e2e6661696c222c226f7574636f6d65223a226661696c222c22706969223a2263564555474e4e727566536b34433863557251654c5648675733424134474245424572582b7239325a514d3d222c227269736b223a33302c22736571223a322c227368617264223a302c227473223a313739353234383030303030322c2276223a317d",
      leaf: "82b31bf78457ae8bacd0dbf6a139fcd5b382260735d56cf85c00942fcdd33229",
      headPreimage:
        "016f637461766f2d61756469742d76310000000000000000000293a515c12b78a94b75ef91e6ad8dda212d94dca0de757a507e6d9a230d13b92782b31bf78457ae8bacd0dbf6a139fcd5b382260735d56cf85c00942fcdd33229",
      head: "41c40b53ff66be8512a0cad9d9241fd6068e6a1e46ae151c2e585e410c703065",
    },
  ],
};

const STRANGER = { ip: null, ua: null, uid: null, email: null };
const DRAFTS = [
  {
    at: 1795248000000,
    kind: "auth.login.ok",
    outcome: "ok",
    actor: { type: "user", id: "u_ada" },
    sessionId: "session-1",
    risk: 0,
    flags: [],
    detail: { method: "passkey" },
    ...STRANGER,
    ip: "203.0.113.7",
    ua: 'Mozilla/5.0 "Test"',
    uid: "u_ada",
  },
  {
    at: 1795248000001,
    kind: "perm.grant",
    outcome: "ok",
    actor: { type: "user", id: "u_ada" },
    subject: "u_grace",
    sessionId: "session-1",
    resource: { type: "page", id: "p_1" },
    risk: 0,
    flags: ["step_up"],
    // The accent is decomposed; the writer normalizes it.
    detail: { title: "Cafe\u0301 ☕ 🐙\n", rights: ["view", "edit"], before: null, again: false, count: -3 },
    ...STRANGER,
    ip: "2001:db8::1",
    uid: "u_ada",
    email: "ada@example.com",
  },
  {
    at: 1795248000002,
    kind: "auth.login.fail",
    outcome: "fail",
    actor: { type: "anonymous", id: null },
    risk: 30,
    flags: ["new_device", "tor"],
    detail: {},
    ...STRANGER,
  },
];
const SALTS = ["00", "11", "ff"].map((byte) => byte.repeat(32));

test("writes the golden vectors' bytes from their drafts", () => {
  let tip = genesis(ORIGIN);
  const genesisHead = toHex(tip.head);
  const entries = DRAFTS.map((draft, seq) => {
    const id = `0199f0c2-7a10-7000-8000-00000000000${seq + 1}`;
    const row = { id, created_at: draft.at, entry: JSON.stringify(draft) };
    const { text, pii } = writeEntry(row, { shard: 0, seq, salt: SALTS[seq] ?? "" });
    const leaf = GOLDEN.entries[seq]?.leaf ?? "";
    const preimage = headPreimage(0, seq, tip.head, Buffer.from(leaf, "hex"));
    tip = extend(tip, text);
    return {
      line: formatLine({ entry: text, pii, head: toHex(tip.head) }),
      personal: encodePersonal(pii),
      leafPreimage: toHex(leafPreimage(text)),
      leaf,
      headPreimage: toHex(preimage),
      head: toHex(tip.head),
    };
  });
  const bytes = toHex(genesisPreimage(ORIGIN));
  expect({ header: formatHeader(ORIGIN), genesisPreimage: bytes, genesis: genesisHead, entries }).toEqual(GOLDEN);
});

test("verifies the golden export", () => {
  const verifier = new Verifier([{ seq: 2, head: GOLDEN.entries[2]?.head ?? "" }]);
  verifier.write(Buffer.from([GOLDEN.header, ...GOLDEN.entries.map(({ line }) => line)].map((l) => `${l}\n`).join("")));
  expect(verifier.end()).toMatchObject({ valid: true, entries: 3, head: GOLDEN.entries[2]?.head });
});

test("matches the vectors in the format document", () => {
  const document = readFileSync(join(import.meta.dirname, "../../docs/audit-format.md"), "utf8");
  const [, vectors] = /^## Golden vectors$[^]*?^```json\n([^]*?)^```$/m.exec(document) ?? [];
  expect(JSON.parse(vectors ?? "null")).toEqual(GOLDEN);
});
