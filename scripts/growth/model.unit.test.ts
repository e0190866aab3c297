import { expect, test } from "vitest";
import { REQUESTS_A_DAY, TYPING_A_DAY } from "./assumptions.ts";
import { measuredRequests, measuredTyping } from "./measured.ts";
import { billOf, limitsOf, loadOf, type Measured } from "./model.ts";

const bytes = { user: 3_000, page: 4_600, message: 500, notification: 500, file: 900, indexedPage: 7_000 };
const measured: Measured = { request: measuredRequests(), typing: measuredTyping(), bytes };

test("finds the measured cost of every action in docs/performance.md", () => {
  for (const { request } of REQUESTS_A_DAY) expect(measured.request(request).trips).toBeGreaterThan(0);
  for (const { manner } of TYPING_A_DAY) expect(measured.typing(manner).rows).toBeGreaterThan(0);
  expect(() => measured.request("GET nothing")).toThrow("no counts");
});

test("bills only the plan while use is within the included amounts", () => {
  const { plan, ...rest } = billOf(measured, 10);
  expect([plan, ...Object.values(rest).filter((part) => part > 0)]).toEqual([5]);
});

test("lists each limit at the number of people at which it is reached", () => {
  const limits = limitsOf(measured);
  const busy = limits.find(({ limit }) => limit === "main database, fully busy")?.people ?? 0;
  expect(loadOf(measured, busy)).toBeCloseTo(1, 1);
  expect(limits.map(({ people }) => people)).toEqual(limits.map(({ people }) => people).toSorted((a, b) => a - b));
});
