/** Restrictions by a token's scope. */
import { expect, test } from "vitest";
import type { Actor } from "../kernel/caller.ts";
import { drivesInScope, inScope, isPerson, keepInScope, requireInScope } from "./scope.ts";

const actor: Actor = {
  kind: "mcp",
  userId: "u",
  role: "admin",
  credentialId: "c",
  credentialName: null,
  authTime: 0,
  scope: null,
  readOnly: false,
  canShare: true,
  isTrusted: true,
  audience: null,
  client: { ip: "192.0.2.1", userAgent: "" },
};

test("a credential without a scope sees every drive, one with a scope the drives of it, by their whole ids", () => {
  expect(inScope(actor, "d1")).toBe(true);
  const scoped = { ...actor, scope: ["d1", "d2"] };
  expect(["d1", "d2", "d3", "d", "d12", ""].map((drive) => inScope(scoped, drive))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a scope whose drives are all gone sees none", () => {
  expect(inScope({ ...actor, scope: [] }, "d1")).toBe(false);
});

test("of what was found the rest does not exist, what lies in a drive that is gone neither", () => {
  const scoped = { ...actor, scope: ["d1"] };
  const [inside, outside, nowhere] = [{ driveId: "d1" }, { driveId: "d2" }, { driveId: null }];
  expect(keepInScope(scoped, [inside, outside])).toEqual([inside]);
  expect(drivesInScope(scoped, ["d1", "d2"])).toEqual(["d1"]);
  expect(requireInScope(scoped, inside, "This upload")).toBe(inside);
  for (const hidden of [outside, nowhere, null]) {
    expect(() => requireInScope(scoped, hidden, "This upload")).toThrow(
      expect.objectContaining({ code: "not_found", message: expect.stringContaining("This upload") }),
    );
  }
  expect([requireInScope(actor, nowhere, ""), keepInScope(actor, [inside, outside])]).toEqual([
    nowhere,
    [inside, outside],
  ]);
});

test("a session is a person, and a token a tool", () => {
  expect([isPerson({ kind: "session" }), isPerson({ kind: "mcp" })]).toEqual([true, false]);
});
