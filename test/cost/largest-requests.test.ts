/** Holds the cost of each route's largest request to its measured figures, and sends every route oversized input. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { MeasuredCost } from "../../scripts/limits/page.ts";
import { api } from "../../src/app.ts";
import type { Route } from "../../src/http/route.ts";
import { type World, world } from "../support/world.ts";
import recorded from "./largest-requests.json";
import { askerOf, hostileText, keyOf, largestFields, largestRequest, send } from "./largest-requests.ts";
import { measure, type Cost } from "./meter.ts";
import { isNight } from "../support/nightly.ts";
import { prepareRequest } from "../security/matrix-scene.ts";

vi.setConfig({ testTimeout: 300_000 });

const COSTS: Readonly<Record<string, MeasuredCost>> = recorded;

/** Bound by `npm run limits:measure` only: reports CPU time and stores the figures. */
const { LIMITS_METER } = env;
/** Maximum characters of one text: the full length when measuring, less in ordinary runs. */
const LONGEST = LIMITS_METER ? 1_000_000 : 20_000;

/** In bytes. The OpenAPI description is the longest response that does not depend on data. */
const MAX_RESPONSE_BYTES = 500_000;

const cpu = async (): Promise<number | null> =>
  LIMITS_METER ? Number(await (await LIMITS_METER.fetch("http://meter/cpu")).text()) : null;

const sum = ({ waited, deferred, objects }: Cost, rows: "rowsRead" | "rowsWritten"): number =>
  waited[rows] + deferred[rows] + objects[rows];

async function figuresOf(route: Route, fields: readonly string[], w: World): Promise<MeasuredCost> {
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

test.each(LIMITS_METER ? routes : [])("measures %s", async (key, route) => {
  const w = await world();
  const fields = await largestFields(w, route, LONGEST);
  const rounds = [
    await figuresOf(route, fields, w),
    await figuresOf(route, fields, w),
    await figuresOf(route, fields, w),
  ];
  const most = (figure: Exclude<keyof MeasuredCost, "fields">) => Math.max(...rounds.map((each) => each[figure] ?? 0));
  const figures: MeasuredCost = {
    fields,
    bytes: most("bytes"),
    rowsRead: most("rowsRead"),
    rowsWritten: most("rowsWritten"),
    objectCalls: most("objectCalls"),
    cpuMs: most("cpuMs"),
  };
  await LIMITS_METER?.fetch("http://meter/figures", { method: "POST", body: JSON.stringify({ [key]: figures }) });
});

/** Allowance for background work that falls into the measurement, such as per-minute notes and starting a room. */
const BACKGROUND_ROWS = 50;
const BACKGROUND_CALLS = 5;

/** Ordinary runs compare only routes with a field to enlarge; nightly runs compare all. */
const toCompare = routes.filter(([key]) => !LIMITS_METER && (isNight || COSTS[key]?.fields.length !== 0));

test.each(toCompare)("%s stays within its measured cost", async (key, route) => {
  const known = COSTS[key];
  if (!known) throw new Error(`${key} was not measured: npm run limits:measure`);
  const { bytes, rowsRead, rowsWritten, objectCalls } = await figuresOf(route, known.fields, await world());
  expect(rowsWritten).toBeLessThanOrEqual(known.rowsWritten * 1.5 + BACKGROUND_ROWS);
  expect(rowsRead).toBeLessThanOrEqual(known.rowsRead * 2 + BACKGROUND_ROWS);
  expect(objectCalls).toBeLessThanOrEqual(known.objectCalls + BACKGROUND_CALLS);
  expect(bytes).toBeLessThanOrEqual(known.bytes * 1.5 + 2_000);
});

test("rejects oversized input on every route without a server error or a long response", async () => {
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
      if (answer.status >= 500 || byteLength > MAX_RESPONSE_BYTES)
        failed.push(`${key}: ${answer.status}, ${byteLength} bytes`);
    }
  }
  expect(failed).toEqual([]);
});
