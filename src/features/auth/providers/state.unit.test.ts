/** OAuth state values are returned unchanged or rejected. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeys } from "../../../platform/keys.ts";
import { sha256 } from "../../../platform/tokens.ts";
import { codeChallengeOf, isBound, markOf, openState, sealState, verifierOf, type FlowState } from "./state.ts";

const keys = createKeys("a root secret for tests only, 0123456789");
const NOW = 1_800_000_000_000;
const STATE: FlowState = {
  provider: "providera",
  startedAt: NOW,
  nonceHash: sha256("nonce"),
  bindingHash: sha256("binding"),
  next: "/pages/1?a=b#c",
  hop: 0,
};
const open = (text: string, now = NOW, provider: FlowState["provider"] = "providera") =>
  openState(keys, text, provider, now);
const reason = (...asked: Parameters<typeof open>): string => {
  const opened = open(...asked);
  return opened.ok ? "ok" : opened.reason;
};

const forge = (payload: string): string => {
  const encoded = Buffer.from(payload).toString("base64url");
  return `${encoded}.${keys.sign("oauth-state", encoded)}`;
};

const states = fc.record({
  provider: fc.constantFrom("providera" as const, "providerb" as const),
  startedAt: fc.integer({ min: NOW - 599_999, max: NOW + 60_000 }),
  nonceHash: fc.string().map(sha256),
  bindingHash: fc.string().map(sha256),
  next: fc.webPath({ size: "small" }).map((path) => `/${path.replace(/^\/+/, "")}`),
  hop: fc.constantFrom(0 as const, 1 as const),
});

test("round-trips a state in at most 512 URL-safe characters", () => {
  fc.assert(
    fc.property(states, (state) => {
      const text = sealState(keys, state);
      expect(text).toMatch(/^[\w-]+\.[\w-]{43}$/);
      expect(text.length).toBeLessThanOrEqual(512);
      expect(openState(keys, text, state.provider, NOW)).toEqual({ ok: true, state });
    }),
  );
});

test("omits a next path that is too long and keeps the longest that fits", () => {
  const nextOf = (length: number): string => {
    const opened = open(sealState(keys, { ...STATE, next: `/${"a".repeat(length - 1)}` }));
    return opened.ok ? opened.state.next : "";
  };
  const longest = Math.max(...Array.from({ length: 400 }, (_, i) => nextOf(i + 1).length));
  expect(longest).toBeGreaterThan(180);
  expect(sealState(keys, { ...STATE, next: `/${"a".repeat(longest - 1)}` })).toHaveLength(512);
  expect([nextOf(longest).length, nextOf(longest + 1)]).toEqual([longest, "/"]);
});

test("rejects a state altered at any position", () => {
  const text = sealState(keys, STATE);
  fc.assert(
    fc.property(
      fc.nat(text.length - 1),
      fc.constantFrom("A", "b", "0", "_", "-", ".", "=", "/", " ", "\u0000", "é"),
      fc.constantFrom("put", "insert", "cut"),
      (at, char, how) => {
        const altered = text.slice(0, at) + (how === "cut" ? "" : char) + text.slice(how === "insert" ? at : at + 1);
        return altered === text || !open(altered).ok;
      },
    ),
    { numRuns: 5_000 },
  );
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 600 }), (any) => !open(any).ok));
});

test("reports a distinct reason for each fault", () => {
  const text = sealState(keys, STATE);
  const other = createKeys("another root secret for tests only, 01234");
  expect(reason("")).toBe("state_missing");
  expect([reason(forge(`"${"a".repeat(400)}"`)), reason("x".repeat(513))]).toEqual(["state_long", "state_long"]);
  expect([reason("x"), reason(`${text}.x`), reason(sealState(other, STATE))]).toEqual(
    Array<string>(3).fill("state_forged"),
  );
  expect(reason(text, NOW, "providerb")).toBe("state_swapped");
  expect([
    reason(text, NOW + 599_999),
    reason(text, NOW + 600_000),
    reason(text, NOW - 60_000),
    reason(text, NOW - 60_001),
  ]).toEqual(["ok", "state_expired", "ok", "state_expired"]);
  const payload = JSON.stringify(["providera", NOW, STATE.nonceHash, STATE.bindingHash, "/", 0]);
  expect(reason(forge(payload))).toBe("ok");
  const malformed = [
    ...["NaN", "Infinity", "1e999", "-1e999", "1.5", "null", `"${NOW}"`, "[]"].map((time) =>
      payload.replace(String(NOW), time),
    ),
    payload.replace("providera", "providerc"),
    payload.replace('"/"', '"evil"'),
    payload.replace(",0]", ",2]"),
    payload.replace(",0]", ",0,0]"),
    payload.replace(",0]", "]"),
    payload.replace(STATE.nonceHash, "x"),
    payload.replace(STATE.bindingHash, `${STATE.bindingHash}x`),
    "",
    "{}",
    "null",
  ];
  expect(malformed.map((each) => reason(forge(each)))).toEqual(malformed.map(() => "state_malformed"));
});

test("accepts exactly one binding cookie, that of the browser that started the flow", () => {
  expect(isBound(STATE, ["binding"])).toBe(true);
  for (const cookies of [[], ["other"], ["binding", "binding"], ["binding", "other"], [""], [STATE.bindingHash]])
    expect(isBound(STATE, cookies)).toBe(false);
});

test("gives both requests of a flow one mark and every flow another", () => {
  expect(markOf(keys, { ...STATE, hop: 1 })).toBe(markOf(keys, STATE));
  expect(markOf(keys, STATE)).toBe(sha256(sealState(keys, STATE)));
  const others = [
    { provider: "providerb" as const },
    { startedAt: NOW + 1 },
    { nonceHash: sha256("x") },
    { bindingHash: sha256("x") },
    { next: "/" },
  ];
  expect(
    new Set([STATE, ...others.map((change) => ({ ...STATE, ...change }))].map((state) => markOf(keys, state))).size,
  ).toBe(6);
});

test("derives a 43-character verifier from state and cookie, and an S256 challenge (RFC 7636)", () => {
  const verifier = verifierOf(keys, "state", "binding");
  expect(verifier).toMatch(/^[\w-]{43}$/);
  expect(verifierOf(keys, "state", "binding")).toBe(verifier);
  expect(verifier).toBe(keys.sign("pkce", "state", "binding"));
  expect(
    new Set([
      verifier,
      verifierOf(keys, "state", "bindinh"),
      verifierOf(keys, "statf", "binding"),
      verifierOf(keys, "stateb", "inding"),
    ]).size,
  ).toBe(4);
  expect(codeChallengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});
