/** What the largest request costs that each route accepts, and that no route fails at input which is larger. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { api } from "../../src/app.ts";
import type { Route } from "../../src/http/route.ts";
import { type World, world } from "../world.ts";
import recorded from "./largest-requests.json";
import { askerOf, hostileText, keyOf, largestFields, largestRequest, send } from "./largest-requests.ts";
import { measure, type Cost } from "./meter.ts";
import { isNight } from "../nightly.ts";
import { prepareRequest } from "../security/matrix-scene.ts";

vi.setConfig({ testTimeout: 300_000 });

const COSTS: Readonly<Record<string, Figures>> = recorded;

/** `cpuMs` of the whole runtime, the test's own part included; null where it was not measured. */
type Figures = {
  readonly fields: readonly string[];
  readonly bytes: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly objectCalls: number;
  readonly cpuMs: number | null;
};

/** Set by `npm run limits:measure`, which is told what was measured and knows the time on a processor. */
const { LIMITS_METER } = env;
/** Characters of the longest texts: all of them when it is measured, some in every run. */
const LONGEST = LIMITS_METER ? 1_000_000 : 20_000;

/** In bytes; the description of the interface is that long, and lists of everything are not longer. */
const LONGEST_ANSWER = 500_000;

const cpu = async (): Promise<number | null> =>
  LIMITS_METER ? Number(await (await LIMITS_METER.fetch("http://meter/cpu")).text()) : null;

const sum = ({ waited, deferred, objects }: Cost, rows: "rowsRead" | "rowsWritten"): number =>
  waited[rows] + deferred[rows] + objects[rows];

async function figuresOf(route: Route, fields: readonly string[], w: World): Promise<Figures> {
  const ask = await largestRequest(w, route, fields, LONGEST);
  const before = await cpu();
  const cost = await measure(ask);
  const after = await cpu();
  expect(cost.status).toBe(askerOf(keyOf(route)).status);
  return {
    fields,
    bytes: cost.bytes,
    rowsRead: sum(cost, "rowsRead"),
    rowsWritten: sum(cost, "rowsWritten"),
    objectCalls: cost.waited.calls.length + cost.deferred.calls.length,
    cpuMs: before === null || after === null ? null : Math.round(after - before),
  };
}

const routes = api.list.map((route) => [keyOf(route), route] as const);

test.each(LIMITS_METER ? routes : [])("%s is measured", async (key, route) => {
  const w = await world();
  const fields = await largestFields(w, route, LONGEST);
  const rounds = [
    await figuresOf(route, fields, w),
    await figuresOf(route, fields, w),
    await figuresOf(route, fields, w),
  ];
  const most = (figure: Exclude<keyof Figures, "fields">) => Math.max(...rounds.map((each) => each[figure] ?? 0));
  const figures: Figures = {
    fields,
    bytes: most("bytes"),
    rowsRead: most("rowsRead"),
    rowsWritten: most("rowsWritten"),
    objectCalls: most("objectCalls"),
    cpuMs: most("cpuMs"),
  };
  await LIMITS_METER?.fetch("http://meter/figures", { method: "POST", body: JSON.stringify({ [key]: figures }) });
});

/** Rows and calls beside those of a request: notes that are taken once a minute, and what a room or hub sets up. */
const SOME_ROWS = 50;
const SOME_CALLS = 5;

/** With every push those that have something to enlarge. */
const toCompare = routes.filter(([key]) => !LIMITS_METER && (isNight || COSTS[key]?.fields.length !== 0));

test.each(toCompare)("%s costs about what was measured", async (key, route) => {
  const known = COSTS[key];
  if (!known) throw new Error(`${key} was not measured: npm run limits:measure`);
  const { bytes, rowsRead, rowsWritten, objectCalls } = await figuresOf(route, known.fields, await world());
  expect(rowsWritten).toBeLessThanOrEqual(known.rowsWritten * 1.5 + SOME_ROWS);
  expect(rowsRead).toBeLessThanOrEqual(known.rowsRead * 2 + SOME_ROWS);
  expect(objectCalls).toBeLessThanOrEqual(known.objectCalls + SOME_CALLS);
  expect(bytes).toBeLessThanOrEqual(known.bytes * 1.5 + 2_000);
});

test("nothing that is larger than a route takes makes it fail, or answer at length", async () => {
  const w = await world();
  const failed: string[] = [];
  for (const route of api.list) {
    const key = keyOf(route);
    const { asker } = askerOf(key);
    const request = await prepareRequest(w, key, asker);
    const { bodyCap, path } = route.spec;
    const id = encodeURIComponent(hostileText(2_000));
    const attempts = [
      { ...request, url: `${request.url.split("?")[0]}?q=${id}&query=${id}&cursor=${id}&limit=1e9&depth=1e9&${id}` },
      { ...request, url: path.replace(/:\w+(\{[^}]*\})?/g, id) },
      ...(bodyCap > 0 && request.method !== "GET"
        ? ["[", '{"a":', '"'].map((unit) => ({
            ...request,
            type: request.type ?? "application/json",
            body: unit.repeat(Math.min(bodyCap + 1, 200_000) / unit.length),
          }))
        : []),
    ];
    for (const attempt of attempts) {
      const answer = await send(w, asker, attempt);
      const { byteLength } = await answer.arrayBuffer();
      if (answer.status >= 500 || byteLength > LONGEST_ANSWER)
        failed.push(`${key}: ${answer.status}, ${byteLength} bytes`);
    }
  }
  expect(failed).toEqual([]);
});
