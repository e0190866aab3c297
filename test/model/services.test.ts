/** Tests the service against the model: who may do what, and that rights are only granted by those who hold them. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { rightsValues } from "../../src/db/rights-columns.ts";
import { sql, write } from "../../src/db/sql.ts";
import { bearer, type Client } from "../support/world.ts";
import { actionOf, raised, raisesAny, type Action } from "./actions.ts";
import type { Model } from "./model.ts";
import { claimOfHeld, claimOfRows, clear, db, makeWorld, seedUsers, seedWorlds } from "./database.ts";
import { randomFrom, rightsOf, stepsFrom, type Step } from "./steps.ts";

/** Ann and Ben own one drive each; Rory has the role admin. */
const USERS = ["ann", "ben", "cleo", "dan", "rory"];
const STEPS = 12;
const WORLDS = env.PROOFS ? Math.ceil(Number(env.PROOFS) / 25) : 20;

const clients = new Map<string, Client>();

beforeAll(async () => {
  const now = Date.now();
  await db.write([...seedUsers(USERS), write(sql`update users set role = 'admin' where id = 'rory'`)]);
  for (const user of USERS) {
    const token = makeToken("session", systemRandom);
    clients.set(user, bearer(token));
    await db.writeOne(
      write(sql`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
      values (${hashToken("session", token)}, ${`real ${user}`}, ${user}, 0, ${now}, ${now + 86_400_000}, ${now + 1}, ${now + 3_600_000}, 'test', '', '')`),
    );
  }
});

/** Adds initial members and grants, so that the actions have targets. */
async function furnish(model: Model, seed: number): Promise<void> {
  const random = randomFrom(seed + 1);
  const drives = [...model.drives.values()];
  for (const user of USERS) {
    for (const drive of drives) {
      if (drive.owner === user || random(2) === 0) continue;
      drive.members.set(user, { role: random(8) === 0 ? "admin" : "member", rights: rightsOf(random(1000)) | 1 });
    }
    for (const page of model.pages.values()) if (random(5) < 2) page.grants.set(user, rightsOf(random(1000)));
  }
  await db.write([
    ...clear,
    ...seedWorlds([model]),
    ...drives.flatMap((drive) =>
      [...drive.members].map(([user, { role, rights }]) =>
        write(
          sql`insert into drive_members (drive_id, user_id, role, rights, can_comment, granted_by, created_at) values (${drive.id}, ${user}, ${role}, ${rightsValues(rights)}, '', 0)`,
        ),
      ),
    ),
    ...[...model.pages.values()].flatMap((page) =>
      [...page.grants].map(([user, rights]) =>
        write(
          sql`insert into page_grants (page_id, user_id, rights, can_comment, granted_by, created_at) values (${page.id}, ${user}, ${rightsValues(rights)}, '', 0)`,
        ),
      ),
    ),
  ]);
}

/** Performs one action; returns what is wrong with its outcome, or the updated model. */
async function carryOut(model: Model, act: Action): Promise<string | Model> {
  const { status, body } = await act.send(clients.get(act.actor) ?? expect.unreachable());
  const told = `${status} ${JSON.stringify(body)}`;
  if (status >= 500) return `returned ${told}`;
  const after = model.copy();
  if (status < 300) {
    act.apply(after, { status, body, headers: new Headers() });
    if (!act.allowed) return `was allowed: ${told}`;
    const [more] = raised(model, after, act.actor, USERS);
    if (more !== undefined) return more;
  } else if (act.allowed) {
    const imagined = model.copy();
    act.apply(imagined, { status, body: { movedPages: [] }, headers: new Headers() });
    if (act.mayRaise !== false || !raisesAny(model, imagined, USERS)) return `was rejected: ${told}`;
  }
  const claims = [claimOfRows([after]), ...USERS.map((user) => claimOfHeld([after], user))];
  const results = await db.write(claims.map(({ query }) => query));
  for (const [i, { of, is, should }] of claims.entries()) {
    const found = is(results[i]) as string[]; // one fact per line
    const missing = (should as string[]).filter((fact) => !found.includes(fact));
    if (found.length !== (should as string[]).length || missing.length > 0)
      return `${of}: the model has ${missing.join("; ")}, SQL ${found.filter((fact) => !(should as string[]).includes(fact)).join("; ")}`; // oxfmt-ignore
  }
  return after;
}

/** Returns the first failure with the steps that led to it, or null. */
async function live(seed: number, steps: readonly Step[]): Promise<string | null> {
  let model = makeWorld(`s${seed}`, seed * 7 + 3, USERS);
  await furnish(model, seed);
  const done = [`seed ${seed}`, ...describe(model)];
  for (const step of steps) {
    const act = actionOf(model, step, USERS, "rory");
    if (!act) continue;
    done.push(`${act.actor} ${act.name}`);
    const outcome = await carryOut(model, act);
    if (typeof outcome === "string") return [...done, outcome].join("\n  ");
    model = outcome;
  }
  return null;
}

const describe = (model: Model): string[] => [
  ...[...model.drives.values()].map(({ id, owner, members }) => `${id} of ${owner}: ${[...members].map(([user, { role, rights }]) => `${user} ${role} ${rights}`).join(", ")}`), // oxfmt-ignore
  ...[...model.pages.values()].map(({ id, parent, grants }) => `${id} under ${parent}: ${[...grants].map(([user, rights]) => `${user} ${rights}`).join(", ")}`), // oxfmt-ignore
];

/** Shrinks a failing sequence by removing steps while it still fails. */
async function shortest(seed: number, steps: readonly Step[], wrong: string): Promise<string> {
  let told = wrong;
  let left = [...steps];
  for (let at = 0; at < left.length;) {
    const fewer = left.toSpliced(at, 1);
    const still = await live(seed, fewer);
    if (still === null) at += 1;
    else [told, left] = [still, fewer];
  }
  return told;
}

test(
  "services allow and reject exactly what the rules say, and only holders of rights grant them",
  { timeout: 60_000 + WORLDS * 5_000 },
  async () => {
    for (let seed = 1; seed <= WORLDS; seed += 1) {
      const steps = stepsFrom(seed, STEPS);
      const wrong = await live(seed, steps);
      expect(wrong && (await shortest(seed, steps, wrong))).toBeNull();
    }
  },
);
