/** The token that an act is put down to. */
import { expect, test } from "vitest";
import { tokenOf } from "./caller.ts";

test("what a person does by themselves is no token's", () => {
  expect(tokenOf({ kind: "mcp", credentialId: "c" })).toBe("c");
  expect(tokenOf({ kind: "session", credentialId: "c" })).toBe(null);
});
