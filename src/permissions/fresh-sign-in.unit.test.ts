/** A sign-in is fresh for ten minutes, and only sessions can be fresh. */
import { expect, test } from "vitest";
import type { Actor } from "../kernel/caller.ts";
import { AppError } from "../kernel/errors.ts";
import { requireSignIn } from "./fresh-sign-in.ts";

const NOW = 1_800_000_000_000;
const TEN_MINUTES = 600_000;
const actor: Actor = {
  kind: "session",
  userId: "u",
  role: "admin",
  credentialId: "c",
  credentialName: null,
  authTime: NOW,
  scope: null,
  readOnly: false,
  canShare: true,
  isTrusted: true,
  audience: null,
  client: { ip: "192.0.2.1", userAgent: "" },
};

function asked(changes: Partial<Actor>): string {
  try {
    requireSignIn({ ...actor, ...changes }, { signIn: "fresh" }, NOW);
    return "passes";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message).toContain("ten minutes");
    return error.code;
  }
}

test("accepts a sign-in for less than ten minutes", () => {
  expect([NOW, NOW - TEN_MINUTES + 1].map((authTime) => asked({ authTime }))).toEqual(["passes", "passes"]);
  expect([NOW - TEN_MINUTES, NOW - TEN_MINUTES - 1].map((authTime) => asked({ authTime }))).toEqual([
    "step_up_required",
    "step_up_required",
  ]);
});

test("never accepts a session created by a device token as fresh", () => {
  expect(asked({ authTime: 0 })).toBe("step_up_required");
});

test("never accepts an MCP token as fresh", () => {
  expect(asked({ kind: "mcp" })).toBe("step_up_required");
});

test("requires a trusted device only if the action does", () => {
  const lowTrust = { ...actor, authTime: 0, isTrusted: false };
  expect(() => requireSignIn({ ...actor, authTime: 0 }, { signIn: "trusted" }, NOW)).not.toThrow();
  expect(() => requireSignIn(lowTrust, {}, NOW)).not.toThrow();
  expect(() => requireSignIn(lowTrust, { signIn: "trusted" }, NOW)).toThrow(
    expect.objectContaining({
      code: "step_up_required",
      message: "Sign in again to do this: this device has changed since you signed in on it.",
    }),
  );
});
