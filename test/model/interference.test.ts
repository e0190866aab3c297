/** Noninterference: two worlds that differ only in what the caller may not see give identical answers, byte for byte. */
import { env } from "cloudflare:workers";
import { beforeAll, expect } from "vitest";
import { sql, write } from "../../src/db/sql.ts";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { VIEW, includesRights } from "../../src/kernel/rights.ts";
import { consume } from "../flows/sign-in.ts";
import type { Model, Page } from "./model.ts";
import { db, makeWorld, seedUsers } from "./database.ts";
import { aboutAll, aboutDrive, aboutPage, answerTo, forbiddenOf, someOf, type Question } from "./questions.ts";
import { randomFrom, rightsOf } from "./steps.ts";
import { LATER, crowd, replaceBy, vary, writeText, type Random, type WorldPair } from "./noninterference-pairs.ts";
import { nightly } from "../support/nightly.ts";

/** Ann and Ben own drives. The outsider is hidden from everyone. */
const USERS = ["ann", "ben", "cleo", "dan", "outsider"];
/** Number of worlds, and of variations of each; their product is the number of pairs compared. */
const [WORLDS, TIMES] = env.PROOFS ? [Math.ceil(Number(env.PROOFS) / 200), 20] : [4, 6];
/** Sample size of the possible requests about single pages and drives. */
const QUESTIONS = 8;

type Credential = { readonly name: string; readonly token: string; readonly user: string; readonly scope: readonly string[] | null }; // oxfmt-ignore
const credentials: Credential[] = [];

beforeAll(async () => {
  const now = Date.now();
  await db.write(seedUsers(USERS));
  for (const user of ["ann", "cleo", "dan", "ben"]) {
    const token = makeToken("session", systemRandom);
    await db.writeOne(
      write(sql`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
      values (${hashToken("session", token)}, ${`real ${user}`}, ${user}, 0, ${now}, ${now + 86_400_000}, ${now + 1}, ${now}, 'test', '', '')`),
    );
    credentials.push({ name: `${user}'s session`, token, user, scope: null });
  }
  for (const [name, user, isReadOnly, scope] of [
    ["all", "dan", 0, null],
    ["reader", "cleo", 1, null],
    ["scoped", "ann", 0, ["va"]],
  ] as const) {
    // oxfmt-ignore
    const token = makeToken("mcp", systemRandom);
    await db.write([
      write(sql`insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, read_only, created_at)
        values (${hashToken("mcp", token)}, ${name}, ${user}, 'test', '', ${scope ? "drives" : "all"}, ${isReadOnly}, ${now})`),
      ...(scope ?? []).map((drive) => write(sql`insert into mcp_token_drives (token_id, drive_id) values (${name}, ${drive})`)), // oxfmt-ignore
    ]);
    credentials.push({ name: `${user}'s token`, token, user, scope });
  }
});

function begin(seed: number, random: Random): WorldPair {
  const model = makeWorld("v", seed * 11 + 5, USERS);
  const others = [...model.pages.keys()];
  model.drives.set("vc", { id: "vc", owner: "outsider", trashed: false, members: new Map() });
  model.pages.set("vc0", { id: "vc0", drive: "vc", parent: null, position: 1, trashed: false, grants: new Map() });
  for (const user of ["ann", "ben", "cleo", "dan"]) {
    for (const drive of model.drives.values()) {
      if (drive.owner !== user && drive.owner !== "outsider" && random(2) === 0) {
        drive.members.set(user, { role: random(8) === 0 ? "admin" : "member", rights: rightsOf(random(1000)) | VIEW });
      }
    }
    for (const page of model.pages.values()) if (random(5) < 2) page.grants.set(user, rightsOf(random(1000)));
  }
  const texts = new Map([...model.pages.keys()].map((id, i) => [id, writeText(random, seed * 1000 + i)]));
  const twin: WorldPair = { model, texts, names: new Map([["va", "Alpha"], ["vb", "Beta"], ["vc", "Gamma"]]), links: new Set(), messages: [], notices: [], stranger: "Outsider" }; // oxfmt-ignore
  for (const from of others) if (random(2) === 0) twin.links.add(`${from} ${others[random(others.length)] ?? from}`);
  return twin;
}

const sightOf = ({ user, scope }: Credential) => ({
  caller: user,
  sees: (model: Model, { id, drive }: Page): boolean =>
    includesRights(model.rights(user, id), VIEW) && (scope?.includes(drive) ?? true) && !model.drive(drive).trashed,
});

/** Everything a variation must not change: visible pages, their location, and the rights on them and on drives. */
const sightIn = (model: Model, { caller, sees }: ReturnType<typeof sightOf>): string[] => [
  ...[...model.drives.keys()].map((id) => `${id} ${model.root(caller, id)}`),
  ...[...model.pages.values()].filter((page) => sees(model, page)).map(({ id, drive, parent, position }) => `${id} ${drive} ${parent} ${position} ${model.inTrash(id)} ${model.rights(caller, id)}`), // oxfmt-ignore
];

async function become(twin: WorldPair, from: WorldPair | null = null): Promise<void> {
  await db.write(replaceBy(twin, from));
  await consume([{ id: "index", kind: "search.index" }]);
}

/** A sample of requests in this world about visible, hidden and nonexistent pages. */
function questionsIn(twin: WorldPair, credential: Credential, hasCrowd: boolean, random: Random): Question[] {
  const { model, texts } = twin;
  const pages = [...model.pages.values()];
  const seen = pages.filter((page) => sightOf(credential).sees(model, page));
  const hidden = [...pages.filter((page) => !seen.includes(page)).map(({ id }) => id), ...LATER];
  const titles = [...new Set([...texts.values()].map(({ title }) => title))].slice(0, 6);
  const paths = ["alpha", "beta", "gamma"].flatMap((slug) => titles.map((title) => `${slug}/${title}`));
  const ids = [...hidden, ...seen.map(({ id }) => id)];
  const reading = [...[...model.drives.keys()].flatMap(aboutDrive), ...seen.flatMap(({ id }) => aboutPage(id))];
  const refused = hidden.flatMap((id) => forbiddenOf(id, seen[0]?.id ?? "vb0", seen[0]?.drive ?? "va"));
  return [
    ...someOf(aboutAll(paths, ids, credential.name.endsWith("token")), QUESTIONS, random),
    ...someOf(reading, QUESTIONS, random),
    ...someOf(refused, QUESTIONS / 2, random),
    ...(hasCrowd ? seen.map(({ id }): Question => ["GET", `/api/pages/${id}`]) : []),
  ];
}

/** The caller's answer to each request. */
async function ask(questions: readonly Question[], token: string): Promise<string[]> {
  const answers: string[] = [];
  for (const question of questions) answers.push(`${JSON.stringify(question)}\n${await answerTo(question, token)}`);
  return answers;
}

nightly(
  "returns identical bytes to every request in worlds that differ only in content hidden from the caller",
  { timeout: 60_000 + WORLDS * TIMES * 1_000 },
  async () => {
    for (let seed = 1; seed <= WORLDS; seed += 1) {
      const random = randomFrom(seed * 31);
      const credential = credentials[seed % credentials.length] ?? expect.unreachable();
      const sight = sightOf(credential);
      let twin = begin(seed, random);
      const hasCrowd = seed % 4 === 0;
      const questions = questionsIn(twin, credential, hasCrowd, random);
      await become(twin);
      const before = await ask(questions, credential.token);
      for (let time = 0; time < TIMES; time += 1) {
        const other = (time === 2 && hasCrowd ? crowd : vary)(twin, sight, random, seed * 1000 + 500 + time);
        // The variation itself must be invisible to the caller.
        expect(sightIn(other.model, sight)).toEqual(sightIn(twin.model, sight));
        await become(other, twin);
        expect(await ask(questions, credential.token), `${credential.name}, world ${seed}, variation ${time}`).toEqual(before); // oxfmt-ignore
        twin = other;
      }
    }
  },
);
