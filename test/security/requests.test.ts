/** Malicious requests: malformed bodies, addresses and methods. */
import { expect, test } from "vitest";
import type * as z from "zod";
import { api } from "../../src/app.ts";
import { OWN_PAGE, call, callWith, freshEmail, postJson, requestTo, signIn } from "../flows/sign-in.ts";
import { makePage, bearer, world, type Client } from "../support/world.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const SEND = "/api/auth/magic-link/send";

const outcome = async (response: Response): Promise<[number, string]> => [
  response.status,
  (await response.json<{ code: string }>()).code,
];

/** `size` bytes in chunks, so that the length is not known in advance. */
function trickle(size: number, head = '{"title":"'): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      const piece = left === size ? new TextEncoder().encode(head) : new Uint8Array(Math.min(left, 65_536)).fill(97);
      left -= piece.length;
      controller.enqueue(piece);
    },
  });
}

test("returns 413 for a body beyond the route's limit, with or without Content-Length", async () => {
  const { token } = await signIn();
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${token}` };
  const cap = 4 * 1024 * 1024;
  const post = (body: string | ReadableStream, extra = {}): Promise<Response> =>
    call("/api/pages", { method: "POST", headers: { ...headers, ...extra }, body });
  expect(await outcome(await post(`{"title":"${"a".repeat(cap)}"}`))).toEqual([413, "payload_too_large"]);
  expect(await outcome(await post(trickle(cap + 100_000)))).toEqual([413, "payload_too_large"]);
  expect((await post(`{"title":"${"a".repeat(1000)}"}`)).status).toBe(400);
  expect(await outcome(await postJson(SEND, { email: "a".repeat(20_000) }, OWN_PAGE))).toEqual([
    413,
    "payload_too_large",
  ]);
});

test("rejects a Content-Length beyond the limit before it reads the body", async () => {
  const { token } = await signIn();
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${token}`, "Content-Length": "999999999" };
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1;
      controller.enqueue(new Uint8Array(1_000).fill(97));
    },
  });
  const response = await callWith({}, requestTo("/api/pages", { method: "POST", headers, body }));
  expect(await outcome(response)).toEqual([413, "payload_too_large"]);
  expect(pieces).toBeLessThan(3);
});

test("returns 413 for any text too large for a page, and accepts CRLF line ends", async () => {
  const w = await world();
  const { client: tool } = await w.token("olivia");
  const make = (content: string) =>
    w.as("olivia").post("/api/pages", { driveId: w.drive, title: "x", type: "DOCUMENT", content });
  const made = await make("a\r\n".repeat(400_000));
  expect(made.status).toBe(201);
  const pageId = made.body.id;
  for (const length of [1_000_001, 3_000_000]) {
    const content = "a".repeat(length);
    const edit = { pageId, operation: "insert", startLine: 1, content };
    const bulk = { updates: [{ pageId, operation: "append", content }] };
    for (const answer of [
      await make(content),
      await w.as("olivia").patch(`/api/pages/${pageId}`, { content }),
      await tool.post("/api/mcp/documents", edit),
      await w.as("olivia").post("/api/pages/bulk/update-content", bulk),
    ])
      expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
  }
});

test("rejects a body that is not UTF-8 instead of storing replacement characters", async () => {
  const w = await world();
  const send = (content: string, encoding: BufferEncoding): Promise<Response> => {
    const body = JSON.stringify({ driveId: w.drive, title: "x", type: "DOCUMENT", content });
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${w.session("olivia")}` };
    return call("/api/pages", { method: "POST", headers, body: Buffer.from(body, encoding) });
  };
  expect(await outcome(await send("café", "latin1"))).toEqual([400, "invalid_json"]);
  const whole = await send("café \ufffd", "utf8");
  expect([whole.status, (await whole.json<{ content: string }>()).content]).toEqual([201, "café \ufffd"]);
});

test("returns a 404 page to a browser for an invalid path, and JSON to a program", async () => {
  for (const path of ["/pages/abc)", "/pages/abc.", "/drives/x%20y"]) {
    const page = await call(path, { headers: { Accept: "text/html,*/*" } });
    expect([page.status, page.headers.get("Content-Type")?.split(";")[0]], path).toEqual([404, "text/html"]);
    expect(await outcome(await call(path)), path).toEqual([404, "not_found"]);
  }
});

test("parses only JSON content types as JSON", async () => {
  const body = JSON.stringify({ email: freshEmail() });
  const send = (type: string | null): Promise<Response> =>
    call(SEND, { method: "POST", headers: { ...OWN_PAGE, "Content-Type": type ?? "" }, body });
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json-seq",
    "text/json",
    "",
  ]) {
    expect(await outcome(await send(type)), type).toEqual([415, "unsupported_media_type"]);
  }
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    "application/json;",
  ]) {
    expect((await send(type)).status, type).toBe(200);
  }
});

test("returns invalid_json for malformed JSON, and invalid_request for the wrong shape", async () => {
  const send = (body: string): Promise<Response> =>
    call(SEND, { method: "POST", headers: { ...OWN_PAGE, ...JSON_TYPE }, body });
  for (const body of [
    "",
    "{",
    "nonsense",
    '{"email":"a@example.com"',
    "{'email':1}",
    '{"email":"\u0001"}',
    "\ufeff\ufeff{}",
    "NaN",
  ]) {
    expect(await outcome(await send(body)), JSON.stringify(body)).toEqual([400, "invalid_json"]);
  }
  for (const body of [
    "null",
    "[]",
    '"a@example.com"',
    "7",
    "{}",
    '{"email":null}',
    '{"email":{}}',
    '{"__proto__":{"email":"a@example.com"}}',
    '{"email":"a@\\ud800.com"}',
    '{"email":1e999}',
  ]) {
    expect(await outcome(await send(body)), body).toEqual([400, "invalid_request"]);
  }
});

test("rejects deeply nested JSON on every JSON route", async () => {
  const w = await world();
  const { client: tool } = await w.token("olivia");
  const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  const send = (client: Client, method: string, path: string, body: string) =>
    client[method as "post"](path, body, { headers: OWN_PAGE }); // no GET route has a body
  for (const { spec } of api.list.filter(({ spec: { json, always } }) => json !== undefined && !always)) {
    const caller = spec.role ? w.as("rupert") : spec.principals.includes("session") ? w.as("olivia") : tool;
    const keys = Object.keys((spec.json as z.ZodObject).shape ?? { any: 1 }); // bodies are objects
    const bodies = [
      deep(2_000),
      ...keys.flatMap((key) => [
        `{"${key}":${deep(300)}}`,
        `{"${key}":${deep(spec.bodyCap < 250_000 ? 1_000 : 100_000)}}`,
      ]),
    ];
    const path = spec.path.replace(/:(\w+)(\{[^}]*\})?/g, w.ids.olivia);
    for (const body of bodies) {
      const { status, body: answer } = await send(caller, spec.method, path, body);
      expect([status, answer.code], `${spec.method} ${spec.path} ${body.slice(0, 40)}`).toEqual([
        400,
        "invalid_request",
      ]);
      expect(answer.error).toBe("The body nests deeper than 256 levels.");
    }
  }
});

test("creates a structure of the maximum depth, and rejects a far deeper one", async () => {
  const w = await world();
  const make = (levels: number) => {
    const node = (): string => '{"title":"t","type":"FOLDER","children":[';
    const structure = `[${node().repeat(levels - 1)}{"title":"t","type":"FOLDER"}${"]}".repeat(levels - 1)}]`;
    return w.as("olivia").post("/api/pages/bulk/create-structure", `{"driveId":"${w.drive}","structure":${structure}}`);
  };
  expect((await make(64)).body.stats?.maxDepth).toBe(64);
  for (const [levels, code] of [
    [65, "parent_invalid"],
    [127, "parent_invalid"],
    [200, "invalid_request"],
    [2_000, "invalid_request"],
  ] as const) {
    const { status, body } = await make(levels);
    expect([status, body.code], String(levels)).toEqual([400, code]);
  }
});

test("rejects a structure with far too many pages before it checks any of them", async () => {
  const w = await world();
  const make = (structure: unknown) =>
    w.as("olivia").post("/api/pages/bulk/create-structure", { driveId: w.drive, structure });
  const children = Array.from({ length: 500 }, () => ({}));
  for (const structure of [
    Array.from({ length: 500 }, () => ({ children })),
    [{ children: Array.from({ length: 5 }, () => ({ children: Array.from({ length: 500 }, () => ({ children })) })) }],
  ]) {
    const { status, body } = await make(structure);
    expect([status, body.issues]).toEqual([400, [{ path: "structure", message: "must contain at most 500 pages" }]]);
  }
  const wrong = await make(children);
  expect([wrong.status, wrong.body.issues.length]).toEqual([400, 100]);
  for (const odd of [null, {}, [null], [[]], [{ title: "t", type: "FOLDER", children: null }], "text"])
    expect((await make(odd)).status).toBe(400);
});

test("handles prototype keys, lone surrogates and out-of-range numbers without side effects", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const good = `"driveId":"${w.drive}","title":"t","type":"DOCUMENT"`;
  const polluting = await olivia.post(
    "/api/pages",
    `{${good},"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`,
  );
  expect(polluting.status).toBe(201);
  expect(({} as { admin?: boolean }).admin).toBe(undefined);
  for (const field of [
    '"position":1e400',
    '"position":"1"',
    '"title":"\\ud800"',
    '"title":"\\u0000"',
    '"content":"a\\udfffb"',
    '"type":"__proto__"',
    '"type":"constructor"',
    '"parentId":"../x"',
  ]) {
    const reply = await olivia.post("/api/pages", `{${good},${field}}`);
    expect([reply.status, reply.body.code], field).toEqual([400, "invalid_request"]);
  }
});

test("ignores userId, role and owner in the body", async () => {
  const w = await world();
  const { body: page } = await w.as("adam").post("/api/pages", {
    driveId: w.drive,
    title: "t",
    type: "DOCUMENT",
    userId: w.ids.olivia,
    createdBy: w.ids.olivia,
    role: "admin",
    ownerId: w.ids.adam,
    id: "chosen",
    revision: 99,
  });
  expect(page).toMatchObject({ createdBy: w.ids.adam, revision: 1 });
  expect(page.id).not.toBe("chosen");
  expect((await w.as("adam").get("/api/auth/me")).body.role).toBe("user");
});

test("returns 405 with Allow for a wrong method, and 404 in JSON for an unknown path", async () => {
  for (const [method, path, allow] of [
    ["PUT", "/api/auth/me", "GET"],
    ["DELETE", SEND, "POST"],
    ["GET", "/api/auth/logout", "POST"],
    ["PROPFIND", "/api/auth/me", "GET"],
    ["POST", "/api/account/sessions/x", "DELETE"],
  ] as const) {
    const response = await call(path, { method });
    expect([...(await outcome(response)), response.headers.get("Allow")], `${method} ${path}`).toEqual([
      405,
      "method_not_allowed",
      allow,
    ]);
  }
  for (const path of [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/auth",
    "/api/auth/me/",
    "/api/auth/me/x",
    "/api/account/x.css",
    "/api/auth/me.css",
    "/api/auth/me;x=1",
  ]) {
    const response = await call(path);
    expect(await outcome(response), path).toEqual([404, "not_found"]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("rejects every alternate spelling of a path without a session", async () => {
  const { token } = await signIn();
  const spellings = [
    "/api/auth/me",
    "/api/auth/../auth/me",
    "/api/auth/%2e%2e/auth/me",
    "/api/x/..%2fauth/me",
    "/api//auth/me",
    "//api/auth/me",
    "/api/auth//me",
    "/api/auth/me.",
    "/api/auth/me%00",
    "/api/auth/me%20",
    "/api/auth/me%0a",
    "/api/auth%2fme",
    "/api/auth%5cme",
    "/api/auth\\me",
    "/API/AUTH/ME",
    "/api/auth/%6d%65",
    "/api/auth/%256d%2565",
    "/api/auth/me%3fx",
    "/api/auth/me#x",
    "/api/auth/me?/../csrf",
    "/api/auth/%ff%fe",
    "/api/admin/audit/../../auth/me",
    "/api/magic/%2e%2e/auth/me",
  ];
  for (const spelling of spellings) {
    // Concatenated, because `//host` must stay a path.
    const request = (headers = {}): Promise<Response> =>
      callWith({}, requestTo(`http://localhost:8787${spelling}`, { headers }));
    const stranger = await request();
    expect([401, 404], `${spelling} returned ${stranger.status} without a session`).toContain(stranger.status);
    expect(stranger.headers.get("Content-Type"), spelling).toContain("application/json");
    const signedIn = await request({ Authorization: `Bearer ${token}` });
    expect(signedIn.status, spelling).toBe(stranger.status === 401 ? 200 : 404);
  }
});

test("returns no page for IDs with path traversal, slashes or invalid bytes", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const page = await makePage(w, { title: "t" });
  for (const id of [
    `${page}%2f..`,
    `..%2f${page}`,
    `%2e%2e%2f${page}`,
    `${page}.`,
    `${page}%00`,
    `${page}%20`,
    `${page};x`,
    `${page}'--`,
    "%ff",
    "x".repeat(65),
    "🙂",
  ]) {
    const reply = await olivia.get(`/api/pages/${id}`);
    expect([reply.status, reply.body.code], id).toEqual([404, "not_found"]);
  }
});

test("returns no 5xx response to nonsense from an anonymous caller on any route", async () => {
  for (const { spec } of api.list) {
    const path = spec.path.replace(/:\w+(\{[^}]*\})?/g, "%F0%9F%99%82");
    for (const [body, type] of [
      ['{"a":1}', "application/json"],
      ["\u0000\u0001", "application/octet-stream"],
    ] as const) {
      const response = await call(`${path}?limit=NaN&cursor=%00&next=%F0`, {
        method: spec.method.toUpperCase(),
        headers: { "Content-Type": type, Cookie: "session==;;=x; ", "X-CSRF-Token": "..." },
        ...(spec.method !== "get" && { body }),
      });
      expect(response.status, `${spec.method} ${spec.path}`).toBeLessThan(500);
    }
  }
  expect((await bearer("x").get("/api/auth/me")).status).toBe(401);
});
