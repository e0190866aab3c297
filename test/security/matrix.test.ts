/** Calls every route as every caller, and checks the statuses. A route without a row fails. */
import { expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { type Client, PEOPLE, type Person, type World, bearer, anonymous, world } from "../support/world.ts";
import type { Asker } from "./matrix-rows.ts";
import { ROWS, prepareRequestAt, personalDriveOf, scenes } from "./matrix-scene.ts";
import { isNight } from "../support/nightly.ts";

async function askersOf(w: World): Promise<Record<Asker, Client>> {
  return {
    // One client per person; `PEOPLE` lists them all.
    ...(Object.fromEntries(PEOPLE.map((person) => [person, w.as(person)])) as Record<Person, Client>),
    stranger: anonymous(),
    garbage: bearer(`ses_${"x".repeat(43)}`),
    tokenOfOlivia: (await w.token("olivia")).client,
    tokenOfEdna: (await w.token("edna")).client,
    readOnly: (await w.token("olivia", { readOnly: true })).client,
    elsewhere: (await w.token("olivia", { drives: [await personalDriveOf(w.ids.olivia)] })).client,
    scopeGone: (await w.token("olivia", { drives: ["no-such-drive"] })).client,
  };
}

/** The callers whose statuses differ most between actions. The others alternate on a push; at night all call every route. */
const ALWAYS: readonly string[] = ["olivia", "vera", "cora", "oscar", "stranger", "readOnly", "elsewhere"];
const TURNS = 4;

const keyOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

test("lists every route in the matrix, and no other", () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(api.list.map(({ spec }) => keyOf(spec.method, spec.path)).toSorted());
});

test.each(Object.entries(ROWS).map((row, n) => [...row, n] as const))(
  "allows exactly the expected callers for %s",
  async (key, row, turn) => {
    const answers: Partial<Record<Asker, number>> = {};
    // Each route gets its own world, because requests about a whole drive get slower as a shared one fills up.
    const w = await world();
    const askers = (Object.entries(await askersOf(w)) as [Asker, Client][]).filter(
      ([asker], n) => isNight || ALWAYS.includes(asker) || (n + turn) % TURNS === 0,
    );
    const at = await scenes(w, askers.length);
    for (const [n, [asker, client]] of askers.entries()) {
      const { method, url, body, type } = await prepareRequestAt(at[n] ?? expect.unreachable(), key, asker);
      const reply =
        method === "GET"
          ? await client.get(url)
          : method === "POST"
            ? await client.post(url, body, type === undefined ? {} : { headers: { "Content-Type": type } })
            : method === "PUT"
              ? await client.put(
                  url,
                  body,
                  type === undefined && body !== undefined ? {} : { headers: { "Content-Type": type ?? "" } },
                )
              : method === "PATCH"
                ? await client.patch(url, body)
                : await client.delete(url, body);
      answers[asker] = reply.status;
    }
    const expected = askers.map(([asker]) => [asker, row.answers[asker]] as const);
    expect(answers).toEqual(Object.fromEntries(expected));
  },
);
