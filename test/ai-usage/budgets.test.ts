/** Daily budgets in real D1: concurrent reservations, settlement, and records of calls. */
import { expect, test } from "vitest";
import { measureAiCall, withinBudget } from "../../src/features/ai-usage/index.ts";
import { dayOf, type Reservation } from "../../src/features/ai-usage/rules.ts";
import { recordAiCall, settleCall, type AiCall } from "../../src/features/ai-usage/statements.ts";
import { removeOld } from "../../src/features/monitoring/retention/service.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { exempt, writeExempt } from "../../src/permissions/exempt.ts";
import { flushNow, read, withDeps } from "../monitoring/harness.ts";
import { d1 } from "../support/d1.ts";
import { freshId, world } from "../support/world.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const LIMITS = {
  AI_DAILY_QUESTIONS_PER_PERSON: "5",
  AI_DAILY_DOLLARS_PER_PERSON: "1",
  AI_DAILY_TOKENS_PER_PERSON: "1000",
  AI_DAILY_DOLLARS_PER_DRIVE: "0.5",
};

const reservation = (more: Partial<Reservation> = {}): Reservation => ({
  day: dayOf(NOW),
  userId: freshId("user"),
  driveId: freshId("drive"),
  cost: 1_000,
  tokens: 10,
  questions: 1,
  ...more,
});

const reserve = (wanted: Reservation): Promise<unknown> =>
  withDeps(
    (deps) => withinBudget(deps, wanted, (queries) => writeExempt(deps.db, exempt.bookkeeping, queries)),
    NOW,
    LIMITS,
  );

const settleWith = (settled: Reservation, call: AiCall): Promise<unknown> =>
  withDeps((deps) => writeExempt(deps.db, exempt.bookkeeping, settleCall(settled, call)), NOW);

const callOf = ({ userId, driveId }: Reservation): AiCall => ({
  id: freshId("call"),
  at: NOW,
  userId,
  driveId,
  provider: "openai",
  model: "scripted",
  inputTokens: 6,
  cachedTokens: 2,
  outputTokens: 1,
  cost: 300,
  pageId: "page",
  runId: "run",
});

const rowOf = (scope: string) =>
  d1`select day, spent, reserved, tokens, reserved_tokens, questions from ai_budgets where scope = ${scope}`.first();

test("concurrent reservations never exceed a limit, and the others learn which it was", async () => {
  const wanted = reservation();
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => reserve(wanted)));
  const failures = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason as unknown);
  expect(failures).toHaveLength(4);
  for (const failure of failures)
    expect(failure).toMatchObject({ code: "rate_limited", message: expect.stringContaining("5 questions to agents") });
  expect(await rowOf(`user:${wanted.userId}`)).toMatchObject({ reserved: 5_000, reserved_tokens: 50, questions: 5 });
  expect(await rowOf(`drive:${wanted.driveId}`)).toMatchObject({ reserved: 5_000 });
});

test.each([
  ["cost", { cost: 600_000 }, "This drive has reached the daily limit of US$0.5 for models."],
  ["cost of a person", { cost: 1_000_001, driveId: "" }, "You have reached the daily limit of US$1 for models."],
  ["tokens", { tokens: 1_001 }, "You have reached the daily limit of 1,000 tokens."],
])("rejects a reservation beyond the limit on %s without writing", async (_, more, message) => {
  const wanted = reservation(more);
  await expect(reserve(wanted)).rejects.toMatchObject({
    code: "rate_limited",
    message: expect.stringContaining(message),
  });
  expect(await rowOf(`user:${wanted.userId}`)).toBeNull();
});

test("an unknown price is limited by tokens and questions alone", async () => {
  const wanted = reservation({ cost: null });
  await reserve({ ...wanted, cost: 500_000 });
  await reserve(wanted);
  await expect(reserve({ ...wanted, tokens: 990 })).rejects.toMatchObject({ code: "rate_limited" });
});

test("settling moves what was reserved to what was spent, once, also after midnight", async () => {
  const wanted = reservation();
  await reserve(wanted);
  await reserve(wanted);
  const call = callOf(wanted);
  for (let time = 0; time < 3; time += 1) await settleWith(wanted, { ...call, at: NOW + DAY });
  expect(await rowOf(`user:${wanted.userId}`)).toEqual({
    day: dayOf(NOW),
    spent: 300,
    reserved: 1_000,
    tokens: 7,
    reserved_tokens: 10,
    questions: 2,
  });
  const { results } = await d1`select cost, is_priced, cached_tokens, run_id from ai_calls where id = ${call.id}`.all();
  expect(results).toEqual([{ cost: 0.0003, is_priced: 1, cached_tokens: 2, run_id: "run" }]);
});

test("records a call of a model without a price as such, once", async () => {
  const call = { ...callOf(reservation()), cost: null };
  for (let time = 0; time < 2; time += 1)
    await withDeps((deps) => writeExempt(deps.db, exempt.bookkeeping, [recordAiCall(call)]));
  const { results } = await d1`select cost, is_priced from ai_calls where id = ${call.id}`.all();
  expect(results).toEqual([{ cost: 0, is_priced: 0 }]);
});

test("forgets budgets after 40 days", async () => {
  const [old, kept] = [reservation({ day: dayOf(NOW) - 41 }), reservation({ day: dayOf(NOW) - 39 })];
  for (const each of [old, kept]) await reserve(each);
  await withDeps(removeOld, NOW);
  expect(await rowOf(`user:${old.userId}`)).toBeNull();
  expect(await rowOf(`user:${kept.userId}`)).not.toBeNull();
});

test("reports real calls with their failures, latency, tokens and cost, and not those of the demo", async () => {
  const w = await world();
  const info = {
    provider: "openai",
    model: freshId("model"),
    window: 1_000,
    price: { input: 1, cached: 0.5, output: 2 },
  };
  const now = Date.now();
  await withDeps((deps) => {
    const usage = { input: 1_000, cached: 0, output: 500 };
    measureAiCall(deps, info, { start: now - 100, end: now, failed: false, usage });
    measureAiCall(deps, info, { start: now - 100, end: now, failed: true, usage: null });
    measureAiCall(deps, { ...info, provider: "demo" }, { start: now, end: now, failed: false, usage });
    return Promise.resolve();
  });
  await flushNow();
  const { byProvider } = await read(w.as("rupert"), "ai-usage", "1h");
  expect(byProvider.filter(({ model }: { model: string }) => model === info.model)).toEqual([
    { provider: "openai", model: info.model, calls: 2, inputTokens: 1_000, outputTokens: 500, cost: 0.002 },
  ]);
  const row = await d1`select failed from metrics where kind = 'ai' and name = ${`openai/${info.model}`}`.first();
  expect(row).toEqual({ failed: 1 });
});

test("breaks calls down by person, drive and chat, and counts those without a price", async () => {
  const w = await world();
  await d1`delete from ai_calls`.run();
  const now = Date.now();
  const call = (userId: string, driveId: string, pageId: string, cost: number | null, i: number): AiCall => ({
    ...callOf(reservation({ userId, driveId })),
    id: makeId(now + i, (bytes) => new Uint8Array(bytes)),
    at: now,
    pageId,
    cost,
  });
  const { vera, olivia } = w.ids;
  const drive = await d1`select id from drives where owner_id = ${olivia} limit 1`.first<{ id: string }>();
  const calls = [
    call(vera, drive?.id ?? "", "chat-1", 1_000_000, 1),
    call(olivia, drive?.id ?? "", "chat-1", 3_000_000, 2),
    call(olivia, "gone", "", null, 3),
  ];
  await withDeps((deps) => writeExempt(deps.db, exempt.bookkeeping, calls.map(recordAiCall)));
  const usage = await read(w.as("rupert"), "ai-usage", "1h");
  const tokens = (times: number, cost: number) => ({
    calls: times,
    inputTokens: 6 * times,
    outputTokens: times,
    cost,
  });
  expect(usage).toMatchObject({
    unpricedCalls: 1,
    byPerson: [
      { userId: olivia, ...tokens(2, 3) },
      { userId: vera, ...tokens(1, 1) },
    ],
    byDrive: [
      { driveId: drive?.id, ...tokens(2, 4) },
      { driveId: "gone", owner: "", ...tokens(1, 0) },
    ],
    byChat: [{ pageId: "chat-1", ...tokens(2, 4) }],
  });
  const { name } = (await d1`select name from users where id = ${olivia}`.first<{ name: string }>()) ?? {};
  expect([usage.byPerson[0].name, usage.byDrive[0].owner]).toEqual([name, name]);
  const { body } = await w.as("rupert").get<string>("/admin?range=1h");
  expect(body).toContain("Calls of models whose price is unknown: 1.");
  expect(body).toContain("chat-1");
});
