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

test("allows every drive without a scope, and exactly the listed drives with one", () => {
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

test("allows no drive if all drives of the scope are deleted", () => {
  expect(inScope({ ...actor, scope: [] }, "d1")).toBe(false);
});

test("hides items outside the scope, and items in no drive", () => {
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

test("treats a session as a person and an MCP token as a tool", () => {
  expect([isPerson({ kind: "session" }), isPerson({ kind: "mcp" })]).toEqual([true, false]);
});
