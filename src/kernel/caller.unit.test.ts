/** The token that an act is put down to. */
import { expect, test } from "vitest";
import { tokenIdOf } from "./caller.ts";

test("what a person does by themselves is no token's", () => {
  expect(tokenIdOf({ kind: "mcp", credentialId: "c" })).toBe("c");
  expect(tokenIdOf({ kind: "session", credentialId: "c" })).toBe(null);
});
