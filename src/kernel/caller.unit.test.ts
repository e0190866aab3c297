/** The token to which an action is attributed. */
import { expect, test } from "vitest";
import { tokenIdOf } from "./caller.ts";

test("returns a token id only for MCP callers", () => {
  expect(tokenIdOf({ kind: "mcp", credentialId: "c" })).toBe("c");
  expect(tokenIdOf({ kind: "session", credentialId: "c" })).toBe(null);
});
