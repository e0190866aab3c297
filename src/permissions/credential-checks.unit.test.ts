/** Actions refused to read-only tokens and to tokens without the sharing permission. */
import { expect, test } from "vitest";
import type { Actor } from "../kernel/caller.ts";
import { refused, requireCredential, requireSharing, requireWriter } from "./credential-checks.ts";
import type { Requirement } from "./requirements.ts";

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

test("rejects writes with a read-only token", () => {
  expect(() => requireWriter(actor)).not.toThrow();
  expect(() => requireWriter({ ...actor, readOnly: true })).toThrow(
    expect.objectContaining({ code: "forbidden", message: expect.stringContaining("read-only") }),
  );
});

test("rejects sharing without a sharing token, or with a read-only one", () => {
  expect(() => requireSharing(actor)).not.toThrow();
  expect(() => requireSharing({ ...actor, canShare: false })).toThrow(
    expect.objectContaining({ code: "forbidden", message: expect.stringContaining("create a token that may share") }),
  );
  expect(() => requireSharing({ ...actor, readOnly: true })).toThrow(
    expect.objectContaining({ code: "forbidden", message: expect.stringContaining("read-only") }),
  );
});

test.each<[string, Requirement, Record<"reader" | "writer" | "sharer", boolean>]>([
  ["reads", { reads: true }, { reader: true, writer: true, sharer: true }],
  ["writes", {}, { reader: false, writer: true, sharer: true }],
  ["changes access", { shares: true }, { reader: false, writer: false, sharer: true }],
])("accepts only suitable tokens for an action that %s", (_, requirement, passes) => {
  const tokens = {
    reader: { ...actor, readOnly: true, canShare: false },
    writer: { ...actor, canShare: false },
    sharer: actor,
  };
  for (const name of ["reader", "writer", "sharer"] as const) {
    const check = expect(() => requireCredential(tokens[name], requirement), name);
    if (passes[name]) check.not.toThrow();
    else check.toThrow(expect.objectContaining({ code: "forbidden" }));
  }
});

test("uses the action's refusal message, or a general one", () => {
  expect(refused({ refusal: "Only the owner may do this." })).toMatchObject({
    code: "forbidden",
    message: "Only the owner may do this.",
  });
  expect(refused({})).toMatchObject({ code: "forbidden", message: "You do not have permission to do this." });
});
