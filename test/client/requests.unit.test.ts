/** The client against a real HTTP server: its requests and retries. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createClient } from "../../client/src/client.ts";
import { OctavoError, OctavoUnreachable } from "../../client/src/failure.ts";
import { delayBefore, isWorthRepeating } from "../../client/src/retry.ts";

type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

let server: Server | null = null;
afterEach(() => server?.close());

/** Serves the answers in order and repeats the last one; null drops the connection. */
async function serve(answers: readonly (Answer | null)[]): Promise<{ origin: string; seen: string[] }> {
  const seen: string[] = [];
  const started = createServer((request: IncomingMessage, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const answer = answers[Math.min(seen.length, answers.length - 1)];
      seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${text}`.trim());
      if (!answer) return void request.socket.destroy();
      response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
      response.end(JSON.stringify(answer.body ?? {}));
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { origin: `http://127.0.0.1:${port}`, seen };
}

const NOW = { "Retry-After": "0" };
const clientOf = (origin: string, retries = 4) => createClient({ origin, token: "mcp_secret", retries });

test("encodes IDs and queries into the URL, and sends the token only as a header", async () => {
  const { origin, seen } = await serve([{ status: 200 }]);
  await clientOf(origin).call("getPage", { params: { pageId: "a/b?c" } });
  expect(seen).toEqual(["GET /api/pages/a%2Fb%3Fc Bearer mcp_secret"]);
});

test("retries a request after 429 and 503 with the delay that the service requests", async () => {
  const { origin, seen } = await serve([
    { status: 429, headers: NOW },
    { status: 503, headers: NOW },
    { status: 200, body: { content: "there" } },
  ]);
  expect(await clientOf(origin).call("getPage", { params: { pageId: "p" } })).toEqual({ content: "there" });
  expect(seen).toHaveLength(3);
});

test("repeats a mergeable edit when its response is lost, and throws for an edit that is not repeatable", async () => {
  const lost = await serve([
    { status: 200, body: { content: "a", revision: 3 } },
    { status: 503, headers: NOW },
    { status: 200 },
  ]);
  await clientOf(lost.origin).edit("p", (text) => `${text}b`);
  expect(lost.seen.slice(1)).toEqual(
    Array(2).fill('PATCH /api/pages/p Bearer mcp_secret {"content":"ab","baseRevision":3}'),
  );
  server?.close();
  const strict = await serve([null]);
  const body = { content: "x", expectedRevision: 3 };
  await expect(clientOf(strict.origin).call("patchPage", { params: { pageId: "p" }, body })).rejects.toThrow();
  expect(strict.seen).toHaveLength(1);
});

test("throws the service's error code after the allowed number of attempts", async () => {
  const { origin, seen } = await serve([
    { status: 429, headers: NOW, body: { error: "Too many.", code: "rate_limited" } },
  ]);
  const failure = await clientOf(origin, 2)
    .call("listDrives")
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OctavoError);
  expect(failure).toMatchObject({ status: 429, code: "rate_limited", message: "Too many." });
  expect(seen).toHaveLength(3);
});

test("throws instead of waiting when Retry-After is too long", async () => {
  const { origin, seen } = await serve([{ status: 429, headers: { "Retry-After": "3600" } }]);
  await expect(clientOf(origin).call("listDrives")).rejects.toMatchObject({ status: 429 });
  expect(seen).toHaveLength(1);
});

test("backs off up to 30 seconds with jitter, unless the service sends a delay", () => {
  expect([0, 1, 2, 20].map((attempt) => delayBefore(attempt, null, 1))).toEqual([500, 1_000, 2_000, 30_000]);
  expect(delayBefore(3, null, 0)).toBe(2_000);
  expect(delayBefore(3, "7", 0)).toBe(7_000);
  expect(delayBefore(0, "Mon, 23 Nov 2026 00:00:00 GMT", 1)).toBe(500);
});

test("retries a non-repeatable request only after 429", () => {
  expect([429, 503, null, 500, 404].map((status) => isWorthRepeating(status, false))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([429, 503, null, 500, 404].map((status) => isWorthRepeating(status, true))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("names the origin when the service is unreachable", async () => {
  const { origin } = await serve([null]);
  const call = clientOf(origin, 0).call("getPage", { params: { pageId: "p" } });
  await expect(call).rejects.toThrow(`${origin} is unreachable`);
  await expect(call).rejects.toBeInstanceOf(OctavoUnreachable);
});
