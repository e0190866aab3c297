/** Copyable client configurations are well-formed, refer to this deployment, and contain a token only if one is supplied. */
import { expect, test } from "vitest";
import { programsFor, TOKEN } from "./connect-clients.tsx";

const ORIGIN = "https://octavo.test";
const programs = programsFor(ORIGIN, null);

test("provides steps for every client, and a snippet for this deployment if it sends a token", () => {
  for (const { name, by, steps, snippet } of programs) {
    expect(steps.length, name).toBeGreaterThan(0);
    if (by === "token") expect(snippet?.text, name).toContain(`${ORIGIN}/`);
  }
  expect(new Set(programs.map(({ id }) => id)).size).toBe(programs.length);
});

test("provides JSON settings files with the address and a bearer token", () => {
  const files = programs.flatMap(({ snippet }) => (snippet?.where.endsWith(".json") ? [snippet] : []));
  expect(files).toHaveLength(5);
  for (const { where, text } of files) {
    expect(JSON.stringify(JSON.parse(text)), where).toContain(`"${ORIGIN}/mcp"`);
    expect(text, where).toMatch(/"Authorization": "Bearer (mcp_…|\$\{input:octavo-token\})"/);
  }
});

test("builds links that clients can read, without a token", () => {
  const links = new Map(programs.flatMap(({ id, link }) => (link ? [[id, link.href] as const] : [])));
  expect([...links.values()].join(" ")).not.toContain(encodeURIComponent(TOKEN));
  const cursor = new URL(links.get("cursor") ?? "");
  expect([cursor.protocol, cursor.host, cursor.pathname]).toEqual([
    "cursor:",
    "anysphere.cursor-deeplink",
    "/mcp/install",
  ]);
  expect(JSON.parse(atob(cursor.searchParams.get("config") ?? ""))).toEqual({ url: `${ORIGIN}/mcp` });
  const [scheme, config = ""] = (links.get("vscode") ?? "").split("?");
  expect(scheme).toBe("vscode:mcp/install");
  expect(JSON.parse(decodeURIComponent(config))).toMatchObject({
    name: "octavo",
    type: "http",
    url: `${ORIGIN}/mcp`,
    inputs: [{ id: "octavo-token", type: "promptString", password: true }],
  });
});

test("uses the separate token host only for clients that send a token", () => {
  const apart = programsFor(ORIGIN, "https://tokens.test");
  for (const { id, snippet } of apart)
    if (id !== "shell" && snippet) expect(snippet.text, id).toContain("https://tokens.test/mcp");
  const cursor = new URL(apart.find(({ id }) => id === "cursor")?.link?.href ?? "");
  expect(JSON.parse(atob(cursor.searchParams.get("config") ?? ""))).toEqual({ url: `${ORIGIN}/mcp` });
});
