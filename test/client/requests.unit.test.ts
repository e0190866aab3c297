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

test("ids and queries are put into the address, the token into a header alone", async () => {
  const { origin, seen } = await serve([{ status: 200 }]);
  await clientOf(origin).call("getPage", { params: { pageId: "a/b?c" } });
  expect(seen).toEqual(["GET /api/pages/a%2Fb%3Fc Bearer mcp_secret"]);
});

test("a request that was refused for its rate or a moment's trouble is sent again, as the service asks", async () => {
  const { origin, seen } = await serve([
    { status: 429, headers: NOW },
    { status: 503, headers: NOW },
    { status: 200, body: { content: "there" } },
  ]);
  expect(await clientOf(origin).call("getPage", { params: { pageId: "p" } })).toEqual({ content: "there" });
  expect(seen).toHaveLength(3);
});

test("an edit that is merged is repeated when its answer is lost; one that is not repeatable is told", async () => {
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

test("what the service refuses is thrown with its code, after no more attempts than allowed", async () => {
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

test("a wait that is too long is told instead of waited for", async () => {
  const { origin, seen } = await serve([{ status: 429, headers: { "Retry-After": "3600" } }]);
  await expect(clientOf(origin).call("listDrives")).rejects.toMatchObject({ status: 429 });
  expect(seen).toHaveLength(1);
});

test("delays grow to half a minute, with chance, unless the service names one", () => {
  expect([0, 1, 2, 20].map((attempt) => delayBefore(attempt, null, 1))).toEqual([500, 1_000, 2_000, 30_000]);
  expect(delayBefore(3, null, 0)).toBe(2_000);
  expect(delayBefore(3, "7", 0)).toBe(7_000);
  expect(delayBefore(0, "Mon, 23 Nov 2026 00:00:00 GMT", 1)).toBe(500);
});

test("only refusals for rate are repeated for what must not be done twice", () => {
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

test("a service that is unreachable is named", async () => {
  const { origin } = await serve([null]);
  const call = clientOf(origin, 0).call("getPage", { params: { pageId: "p" } });
  await expect(call).rejects.toThrow(`${origin} is unreachable`);
  await expect(call).rejects.toBeInstanceOf(OctavoUnreachable);
});
