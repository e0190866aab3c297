import { expect, test, vi } from "vitest";
import { createLog, redact } from "./log.ts";
import { createBindingMailer, createConsoleMailer } from "./mail.ts";
import { makeToken, TOKEN_KINDS, type TokenKind } from "./tokens.ts";

const token = (kind: TokenKind): string => makeToken(kind, (length) => new Uint8Array(length).fill(5));
const SIGNATURE = "c2lnbmF0dXJl".repeat(3);
const LINK = `https://octavo.example/api/auth/magic-link/verify?token=${token("magic")}&exp=1800000000&sig=${SIGNATURE}&next=%2Fa&c=${SIGNATURE}`;

test("redacts tokens and signed URL parts anywhere in a text", () => {
  const kept = redact(`GET ${LINK} with ${token("session")}, "${token("mcp")}" and ${token("session")}`);
  expect(kept).not.toMatch(/BQUFBQUF|c2lnbmF0/);
  expect(kept).toContain("exp=1800000000");
  expect(kept).toContain("next=%2Fa");
});

test.each(TOKEN_KINDS)("redacts a %s token in texts and errors", (kind) => {
  const said = `failed for ${token(kind)}.`;
  const kept = JSON.stringify(redact({ text: said, error: new Error(said, { cause: new Error(said) }) }));
  expect(kept).toContain("failed for");
  expect(kept).not.toContain(token(kind).slice(4));
});

test("redacts secret fields by name, at any depth and in the causes of errors", () => {
  const kept = JSON.stringify(
    redact({
      Authorization: "canary",
      headers: { Cookie: "canary", "X-CSRF-Token": "canary" },
      list: [
        { ROOT_SECRET: "canary", clientSecret: "canary", password: "canary", signature: "canary", code: "canary" },
      ],
      error: new Error(LINK, { cause: new Error(token("session"), { cause: { apiToken: "canary" } }) }),
      deep: { a: { b: { c: { d: { e: { token: "canary" } } } } } },
      status: 503,
      nothing: null,
    }),
  );
  expect(kept).not.toMatch(/canary|BQUFBQUF|c2lnbmF0/);
  expect(JSON.parse(kept)).toMatchObject({ status: 503, nothing: null, error: { name: "Error" } });
});

test("logs one line of JSON for any content", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  createLog().warn("test.event", { text: 'a\n{"event":"forged"}\r\n' });
  const [line] = warn.mock.calls[0] ?? [];
  warn.mockRestore();
  expect(String(line)).not.toMatch(/[\r\n]/);
  expect(JSON.parse(String(line))).toMatchObject({ event: "test.event" });
});

test("logs a mail in one line that its content cannot break", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await createConsoleMailer().send({
    to: 'a@example.com\r\nmail to=b@example.com subject="',
    subject: 'Hi"\nlink=https://evil.example',
    text: "",
    link: "https://octavo.example/x",
  });
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\r\n]/);
  expect(/ link=(\S+)$/.exec(lines[0] ?? "")?.[1]).toBe("https://octavo.example/x");
});

test("throws if the mail binding is missing", async () => {
  const mail = { to: "a@example.com", subject: "s", text: "t" };
  await expect(createBindingMailer(undefined, "octavo@octavo.example").send(mail)).rejects.toThrow("EMAIL");
});
