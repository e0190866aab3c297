/** Tests the permission SQL against the model: random worlds and steps, checking every user and page after each step. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { COMMENT, DELETE, EDIT, VIEW } from "../../src/kernel/rights.ts";
import { first, sql, type AnyQuery } from "../../src/db/sql.ts";
import type { Model } from "./model.ts";
import { NOW, claimOfHeld, claimOfRights, claimOfRows, claimsOfBelow, claimsOfListings, clear, db, makeWorld, seedUsers, seedWorlds, type ExpectedResult } from "./database.ts"; // oxfmt-ignore
import { claimsOfAudience } from "./audience.ts";
import { changeOf, stepsFrom, type Change, type Step } from "./steps.ts";

const USERS = ["ann", "ben", "cleo", "dan", "eve"];
const NEEDED = [VIEW, VIEW | COMMENT, VIEW | EDIT, VIEW | DELETE];
const STEPS = 12;
/** Number of worlds per round trip. */
const TOGETHER = 50;
const ROUNDS = Math.ceil(Number(env.PROOFS || 100) / TOGETHER);

beforeAll(async () => {
  await db.write(seedUsers(USERS));
});

type Life = { readonly seed: number; readonly steps: readonly Step[]; readonly model: Model; readonly done: string[] };

const bear = (seed: number, steps: readonly Step[]): Life => ({
  seed,
  steps,
  model: makeWorld(`w${seed}`, seed, USERS),
  done: [],
});

/** Runs all steps of the worlds; returns the first difference between database and model, or null. */
async function live(lives: readonly Life[]): Promise<string | null> {
  const models = lives.map(({ model }) => model);
  await db.write([...clear, ...seedWorlds(models)]);
  const last = Math.max(...lives.map(({ steps }) => steps.length));
  for (let at = 0; at < last; at += 1) {
    const changes = lives.flatMap((life) => {
      const step = life.steps[at];
      const change = step && changeOf(life.model, step, USERS, NOW + at);
      if (change) life.done.push(change.name);
      return change ? [change] : [];
    });
    for (const { apply } of changes) apply();
    const isLast = at === last - 1;
    const wrong = await compare(changes, [
      claimOfRows(models),
      ...USERS.map((user) => claimOfHeld(models, user)),
      claimOfRights(models, USERS[at % USERS.length] ?? "", NEEDED[at % NEEDED.length] ?? VIEW),
      ...(at % 4 === 3 ? claimsOfBelow(models, USERS[at % USERS.length] ?? "") : []),
      ...(at % 4 === 1 ? models.flatMap((model, n) => claimsOfAudience(model, USERS, at + n)) : []),
      ...(isLast ? lives.flatMap(({ model, seed }) => claimsOfListings(model, USERS[seed % USERS.length] ?? "")) : []),
    ]);
    if (wrong !== null) return wrong;
  }
  return null;
}

async function compare(changes: readonly Change[], claims: readonly ExpectedResult[]): Promise<string | null> {
  const queries: AnyQuery<unknown>[] = changes.flatMap((change) => [
    ...(change.says ?? []).map(([condition]) => (first(sql<{ said: unknown }>`select (${condition}) as said`, ({ said }) => said))), // oxfmt-ignore
    ...change.writes,
  ]);
  const results = await db.write([...queries, ...claims.map(({ query }) => query)]);
  let next = 0;
  for (const change of changes) {
    for (const [, answer] of change.says ?? []) {
      const said = results[next];
      next += 1;
      if (said !== (answer ? 1 : 0)) return `before “${change.name}” SQL said ${String(said)}, the model ${answer}`;
    }
    next += change.writes.length;
  }
  for (const { of, is, should } of claims) {
    const found = JSON.stringify(is(results[next]));
    next += 1;
    if (found !== JSON.stringify(should)) return `${of}: ${difference(found, JSON.stringify(should))}`;
  }
  return null;
}

/** Excerpts of both texts around the first difference. */
function difference(found: string, should: string): string {
  let at = 0;
  while (at < found.length && found[at] === should[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `SQL …${found.slice(from, at + 60)}…, the model …${should.slice(from, at + 60)}…`;
}

/** Shrinks a failing sequence of steps, and describes the shortest one step by step. */
async function shortest({ seed, steps }: Life): Promise<string | null> {
  let left = [...steps];
  let told: string | null = null;
  for (let at = 0; at <= left.length;) {
    const fewer = at === 0 && told === null ? left : left.toSpliced(at, 1);
    const life = bear(seed, fewer);
    const wrong = await live([life]);
    if (wrong === null) {
      if (told === null) return null;
      at += 1;
    } else {
      told = [`seed ${seed}`, ...life.done, wrong].join("\n  ");
      if (fewer === left) continue;
      left = fewer;
    }
    if (at >= left.length) break;
  }
  return told;
}

test(
  "every SQL statement that decides about a page agrees with the model after every step",
  { timeout: 60_000 + ROUNDS * 30_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lives = Array.from({ length: TOGETHER }, (_, i) => {
        const seed = 1 + round * TOGETHER + i;
        return bear(seed, stepsFrom(seed, STEPS));
      });
      const wrong = await live(lives);
      if (wrong === null) continue;
      for (const life of lives) expect(await shortest(life)).toBeNull();
      expect(wrong, "statements differ from the model in a batch, but not individually").toBeNull();
    }
  },
);
