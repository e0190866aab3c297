/** Device trust scores: integers from 0 to 100 that fall according to the table and rise only for an unchanged client. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { UNKNOWN_LOCATION } from "../../../http/geo.ts";
import { DAY, HOUR, SECOND } from "../../../kernel/clock.ts";
import type { Fingerprint } from "./rules.ts";
import {
  distanceKm,
  fingerprintOf,
  assessTrust,
  PENALTIES,
  type Factor,
  type DeviceHistory,
  type DeviceUse,
} from "./trust.ts";

const HOME: Fingerprint = {
  browser: "Firefox",
  os: "Linux",
  country: "AT",
  region: "9",
  latitude: 48.2,
  longitude: 16.4,
};
const NOW = 1_900_000_000_000;
const at = (changes: Partial<DeviceHistory> = {}): DeviceHistory => ({
  score: 100,
  fingerprint: HOME,
  lastUsedAt: NOW - HOUR,
  lastRefreshAt: NOW - HOUR,
  ...changes,
});
const use = (changes: Partial<Fingerprint> = {}, again = false): DeviceUse => ({
  fingerprint: { ...HOME, ...changes },
  now: NOW,
  again,
});

test.each<[string, DeviceHistory, DeviceUse, number, readonly Factor[]]>([
  ["an unchanged device", at(), use(), 100, []],
  ["another system", at(), use({ os: "Windows" }), 60, ["os"]],
  ["another browser", at(), use({ browser: "Chrome" }), 80, ["browser"]],
  ["another country", at(), use({ country: "DE", region: "9" }), 85, ["country"]],
  ["another region", at(), use({ region: "1" }), 95, ["region"]],
  ["the same region of another country", at(), use({ country: "DE" }), 85, ["country"]],
  ["another country, so another region", at(), use({ country: "DE", region: "BY" }), 85, ["country"]],
  ["a region for the first time", at({ fingerprint: { ...HOME, region: "" } }), use(), 100, []],
  ["an unknown region", at(), use({ region: "" }), 100, []],
  ["an unknown location", at(), use({ country: "", region: "", latitude: null, longitude: null }), 100, []],
  ["a location for the first time", at({ fingerprint: { ...HOME, country: "", region: "" } }), use(), 100, []],
  ["a refresh 29.999 s later", at({ lastUsedAt: NOW - 29_999, lastRefreshAt: NOW - 29_999 }), use(), 85, ["hurry"]],
  ["a refresh 30 s later", at({ lastUsedAt: NOW - 30 * SECOND, lastRefreshAt: NOW - 30 * SECOND }), use(), 100, []],
  ["an immediate first refresh", at({ lastUsedAt: NOW, lastRefreshAt: null }), use(), 100, []],
  ["Vienna to Tokyo in an hour", at(), use({ latitude: 35.7, longitude: 139.7 }), 75, ["travel"]],
  [
    "Vienna to Tokyo in 12 hours",
    at({ lastUsedAt: NOW - 12 * HOUR }),
    use({ latitude: 35.7, longitude: 139.7 }),
    100,
    [],
  ],
  ["80 km immediately", at({ lastUsedAt: NOW }), use({ latitude: 48.92 }), 85, ["hurry"]],
  ["a use a day later", at({ score: 80, lastUsedAt: NOW - DAY }), use(), 85, []],
  ["a use a day later at the maximum score", at({ score: 98, lastUsedAt: NOW - DAY }), use(), 100, []],
  ["a use 1 ms less than a day later", at({ score: 80, lastUsedAt: NOW - DAY + 1 }), use(), 80, []],
  [
    "all changes at once",
    at(),
    use({ os: "iOS", browser: "Safari", country: "JP", latitude: 35.7, longitude: 139.7 }),
    0,
    ["os", "browser", "country", "travel"],
  ],
])("assesses %s", (_, history, now, score, factors) => {
  const verdict = assessTrust(
    history.lastUsedAt === NOW && history.lastRefreshAt !== null ? { ...history, lastRefreshAt: NOW } : history,
    now,
  );
  expect([verdict.score, verdict.factors]).toEqual([score, factors]);
});

test("finds no rapid refresh before the first refresh, even at time zero", () => {
  const first = at({ lastUsedAt: 0, lastRefreshAt: null });
  expect(assessTrust(first, { ...use(), now: SECOND }).factors).toEqual([]);
});

test("keeps the known location when the new one is incomplete", () => {
  const remembered = (changes: Partial<Fingerprint>): Fingerprint => assessTrust(at(), use(changes)).fingerprint;
  expect(remembered({ region: "" })).toEqual(HOME);
  expect(remembered({ country: "", region: "5" })).toEqual(HOME);
  expect(remembered({ country: "DE", region: "" })).toEqual({ ...HOME, country: "DE", region: "" });
  expect(remembered({ country: "DE", region: "BY" })).toEqual({ ...HOME, country: "DE", region: "BY" });
  for (const changes of [
    { latitude: null, longitude: 1 },
    { latitude: 1, longitude: null },
  ])
    expect(remembered(changes)).toEqual(HOME);
  expect(remembered({ browser: "Chrome", os: "iOS", latitude: 1, longitude: 2 })).toEqual({
    ...HOME,
    browser: "Chrome",
    os: "iOS",
    latitude: 1,
    longitude: 2,
  });
});

const Place = fc.constantFrom("", "AT", "DE", "JP");
const Print: fc.Arbitrary<Fingerprint> = fc.record({
  browser: fc.constantFrom("Firefox", "Chrome", "unknown"),
  os: fc.constantFrom("Linux", "iOS", "unknown"),
  country: Place,
  region: fc.constantFrom("", "1", "9"),
  latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
  longitude: fc.option(fc.double({ min: -180, max: 180, noNaN: true })),
});
const Gap = fc.oneof(fc.integer({ min: -HOUR, max: 3 * DAY }), fc.constantFrom(0, 30 * SECOND, DAY));
const Case = fc
  .record({
    score: fc.integer({ min: 0, max: 100 }),
    known: Print,
    seen: Print,
    gap: Gap,
    first: fc.boolean(),
    again: fc.boolean(),
  })
  .map(({ score, known, seen, gap, first, again }) => ({
    history: { score, fingerprint: known, lastUsedAt: NOW - gap, lastRefreshAt: first ? null : NOW - gap },
    use: { fingerprint: seen, now: NOW, again },
  }));
const laws = (law: (given: { history: DeviceHistory; use: DeviceUse }) => void) =>
  fc.assert(fc.property(Case, law), { numRuns: 10_000 });

test("computes an integer score from 0 to 100", () => {
  laws(({ history, use: now }) => {
    const { score } = assessTrust(history, now);
    expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
  });
});

test("lowers the score by the sum of all penalties, in any order, down to 0", () => {
  laws(({ history, use: now }) => {
    const { score, factors } = assessTrust(history, now);
    fc.pre(factors.length > 0);
    expect(new Set(factors).size).toBe(factors.length);
    const inTurn = (list: readonly Factor[]) =>
      list.reduce((left, factor) => Math.max(0, left - PENALTIES[factor]), history.score);
    expect([score, score]).toEqual([inTurn(factors), inTurn(factors.toReversed())]);
    expect(score <= history.score).toBe(true);
    expect(score < history.score || history.score === 0).toBe(true);
  });
});

test("raises the score by at most five, for a matching use after at least a day", () => {
  laws(({ history, use: now }) => {
    const { score, factors } = assessTrust(history, now);
    if (score <= history.score) return;
    expect([factors, now.again]).toEqual([[], false]);
    expect(now.now - history.lastUsedAt).toBeGreaterThanOrEqual(DAY);
    expect(score - history.score).toBeLessThanOrEqual(5);
  });
});

test("does not change the score for a repeated refresh from the same device", () => {
  laws(({ history, use: now }) => {
    const again = { ...now, fingerprint: history.fingerprint, again: true };
    expect(assessTrust(history, again)).toEqual({
      score: history.score,
      factors: [],
      fingerprint: history.fingerprint,
    });
  });
});

test("accepts the next use like the last one, and keeps known values when new ones are unknown", () => {
  laws(({ history, use: now }) => {
    const { fingerprint } = assessTrust(history, now);
    const next = assessTrust(
      { ...history, fingerprint, lastUsedAt: NOW - HOUR, lastRefreshAt: NOW - HOUR },
      { ...now, again: false },
    );
    expect(next.factors).toEqual([]);
    if (history.fingerprint.country !== "") expect(fingerprint.country).not.toBe("");
    if (history.fingerprint.latitude !== null && history.fingerprint.longitude !== null) {
      expect([fingerprint.latitude, fingerprint.longitude]).not.toContain(null);
    }
  });
});

test("computes symmetric great-circle distances within 0.5 % of known ones", () => {
  const point = (latitude: number, longitude: number) => ({ latitude, longitude });
  const [london, newYork, sydney] = [point(51.5074, -0.1278), point(40.7128, -74.006), point(-33.8688, 151.2093)];
  expect(Math.abs(distanceKm(london, newYork) / 5570 - 1)).toBeLessThan(0.005);
  expect(Math.abs(distanceKm(london, sydney) / 16_994 - 1)).toBeLessThan(0.005);
  expect(Math.abs(distanceKm(point(0, 179.9), point(0, -179.9)) / 22.2 - 1)).toBeLessThan(0.005);
  expect(distanceKm(point(90, 0), point(-90, 0))).toBeCloseTo(Math.PI * 6371, 6);
  fc.assert(
    fc.property(Print, Print, (a, b) => {
      const there = distanceKm(a, b);
      expect(there).toBeCloseTo(distanceKm(b, a), 6);
      expect(there >= 0 && there <= 20_016).toBe(true);
      expect(distanceKm(a, a)).toBe(0);
    }),
    { numRuns: 5_000 },
  );
});

test("identifies a client by browser, system and location, with unknown values for missing data", () => {
  expect(fingerprintOf({ ip: "192.0.2.1", userAgent: "", place: UNKNOWN_LOCATION })).toEqual({
    browser: "unknown",
    os: "unknown",
    country: "",
    region: "",
    latitude: null,
    longitude: null,
  });
  const place = { country: "AT", region: "9", latitude: 48.2, longitude: 16.4 };
  const known = fingerprintOf({
    ip: "192.0.2.1",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    place,
  });
  expect(known).toEqual(HOME);
  expect(JSON.stringify(known)).not.toContain("192.0.2.1");
});
