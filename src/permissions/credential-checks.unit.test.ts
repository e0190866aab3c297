/** What a token that was made for reading, or not for sharing, is refused. */
import { expect, test } from "vitest";
import type { Actor } from "../kernel/caller.ts";
import { requireSharing, requireWriter } from "./credential-checks.ts";

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

test("a token for reading only writes nothing, not even an admin's", () => {
  expect(() => requireWriter(actor)).not.toThrow();
  expect(() => requireWriter({ ...actor, readOnly: true })).toThrow(
    expect.objectContaining({ code: "forbidden", message: expect.stringContaining("only read") }),
  );
});

test("a token that was not made for it changes nobody's access, nor does one for reading that was", () => {
  expect(() => requireSharing(actor)).not.toThrow();
  expect(() => requireSharing({ ...actor, canShare: false })).toThrow(
    expect.objectContaining({ code: "forbidden", message: expect.stringContaining("make a token that may share") }),
  );
  expect(() => requireSharing({ ...actor, readOnly: true })).toThrow(
    expect.objectContaining({ code: "forbidden", message: expect.stringContaining("only read") }),
  );
});
