/** Lockout, signature counter and response validation: properties over all inputs, and specific edge cases. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  PASSKEY_ALGORITHMS,
  CHALLENGE_LIFETIME,
  LOCK_AFTER,
  LOCK_FOR,
  isValidChallenge,
  isValidCounter,
  isBrowserCall,
  isFramed,
  isLocked,
  lockoutStep,
  readClientData,
  secondsUntil,
  type ConsumedChallenge,
  type Lockout,
} from "./rules.ts";

const NOW = 1_700_000_000_000;
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const free = (failed: number): Lockout => ({ failed, lockedUntil: null });

test("uses the documented limits and algorithms", () => {
  expect([LOCK_AFTER, LOCK_FOR, CHALLENGE_LIFETIME]).toEqual([10, 900_000, 300_000]);
  // ES256, EdDSA and RS256 in the IANA COSE registry.
  expect(PASSKEY_ALGORITHMS).toEqual([-7, -8, -257]);
});

test("locks for 15 minutes at the tenth consecutive failure", () => {
  let state = free(0);
  for (let n = 1; n < 10; n += 1) {
    state = lockoutStep(state, NOW + n);
    expect(state).toEqual(free(n));
  }
  expect(lockoutStep(state, NOW + 10)).toEqual({ failed: 10, lockedUntil: NOW + 10 + 900_000 });
});

test("ends a lock at its expiry time", () => {
  const state = { failed: 10, lockedUntil: NOW };
  expect([isLocked(state, NOW - 1), isLocked(state, NOW), isLocked(free(9), NOW)]).toEqual([true, false, false]);
  expect(lockoutStep(state, NOW - 1)).toEqual(state);
  expect(lockoutStep(state, NOW)).toEqual(free(1));
});

test("never extends a lock, and requires ten failures before each", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 200 }), (gaps) => {
      let now = NOW;
      let state = free(0);
      let since = 0;
      for (const gap of gaps) {
        now += gap;
        const before = state;
        state = lockoutStep(before, now);
        if (isLocked(before, now)) {
          expect(state).toEqual(before);
          continue;
        }
        since += 1;
        expect(state.failed).toBe(since);
        expect(state.lockedUntil).toBe(since === 10 ? now + 900_000 : null);
        if (since === 10) since = 0;
      }
    }),
  );
});

test("rounds remaining seconds up to at least one", () => {
  expect([1, 999, 1_000, 1_001, 900_000].map((ms) => secondsUntil(NOW + ms, NOW))).toEqual([1, 1, 1, 2, 900]);
  expect([secondsUntil(NOW, NOW), secondsUntil(NOW - 5_000, NOW)]).toEqual([1, 1]);
});

test("requires an increasing signature counter unless both are zero", () => {
  expect(isValidCounter(0, 0)).toBe(true);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (stored, sent) => {
      expect(isValidCounter(stored, sent)).toBe(stored + sent === 0 || sent > stored);
    }),
  );
  const holds = ([stored, sent]: readonly [number, number]): boolean => isValidCounter(stored, sent);
  expect(
    (
      [
        [0, 1],
        [1, 2],
        [1, 4_294_967_295],
      ] as const
    ).map(holds),
  ).toEqual([true, true, true]);
  expect(
    (
      [
        [1, 0],
        [1, 1],
        [2, 1],
      ] as const
    ).map(holds),
  ).toEqual([false, false, false]);
});

test("binds a challenge to its ceremony, user and expiry", () => {
  fc.assert(
    fc.property(instant, fc.string(), fc.string(), (expiresAt, boundTo, other) => {
      const burnt: ConsumedChallenge = { ceremony: "register", challenge: "c", boundTo, userHandle: null, expiresAt };
      expect(isValidChallenge(burnt, "register", boundTo, expiresAt - 1)).toBe(true);
      expect(isValidChallenge(burnt, "register", boundTo, expiresAt)).toBe(false);
      expect(isValidChallenge(burnt, "authenticate", boundTo, expiresAt - 1)).toBe(false);
      expect(isValidChallenge(burnt, "register", other, expiresAt - 1)).toBe(other === boundTo);
    }),
  );
});

test("parses client data with its three texts, and never throws", () => {
  const whole = { type: "webauthn.get", challenge: "c", origin: "o", future: [1] };
  expect(readClientData(JSON.stringify(whole))).toEqual(whole);
  for (const missing of ["type", "challenge", "origin"]) {
    expect(readClientData(JSON.stringify({ ...whole, [missing]: undefined }))).toBeNull();
    expect(readClientData(JSON.stringify({ ...whole, [missing]: 1 }))).toBeNull();
  }
  for (const text of ["", "null", "7", '"text"', "[]", "{"]) expect(readClientData(text)).toBeNull();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const read = readClientData(text);
      expect(read === null || typeof read.origin === "string").toBe(true);
    }),
  );
});

test("treats client data as cross-origin unless it is explicitly same-origin", () => {
  const data = { type: "t", challenge: "c", origin: "o" };
  expect([isFramed(data), isFramed({ ...data, crossOrigin: false })]).toEqual([false, false]);
  for (const crossOrigin of [true, "false", 0, null]) expect(isFramed({ ...data, crossOrigin })).toBe(true);
  for (const topOrigin of ["https://a.example", "", null]) expect(isFramed({ ...data, topOrigin })).toBe(true);
});

test("recognizes a browser by its Origin or Sec-Fetch-Site header", () => {
  expect(isBrowserCall(new Headers({ "User-Agent": "Mozilla/5.0" }))).toBe(false);
  expect(isBrowserCall(new Headers({ Origin: "https://a.example" }))).toBe(true);
  expect(isBrowserCall(new Headers({ "Sec-Fetch-Site": "same-origin" }))).toBe(true);
});
