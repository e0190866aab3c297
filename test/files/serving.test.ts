/** Serving files: access, media types, and ranges. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { grant, type World, world } from "../support/world.ts";
import { entriesOf } from "../security/audit.ts";
import { call, upload } from "./client.ts";

let w: World;
let token: string;
let id: string;
let page: string;
const TEXT = "0123456789abcdefghij";
let tag: string;

beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
  const { body } = await upload(token, { content: TEXT, filename: "résumé.txt", fields: { driveId: w.drive } });
  id = body["id"];
  page = body["pageId"];
  tag = `"sha256-${Buffer.from(body["sha256"], "hex").toString("base64url")}"`;
});

const get = (headers: Record<string, string> = {}, method = "GET", path = `/api/files/${id}/view`) =>
  call(token, path, { method, headers });
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; frame-ancestors 'self'; sandbox";

test("serves a text as sandboxed plain text with an ETag and revalidation", async () => {
  const response = await get();
  const { headers } = response;
  expect([response.status, await response.text()]).toEqual([200, TEXT]);
  expect(
    Object.fromEntries(
      [
        "Content-Type",
        "Content-Length",
        "ETag",
        "Cache-Control",
        "Content-Security-Policy",
        "Accept-Ranges",
        "X-Content-Type-Options",
      ].map((name) => [name, headers.get(name)]),
    ),
  ).toEqual({
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": String(TEXT.length),
    ETag: tag,
    "Cache-Control": "private, no-cache, no-transform",
    "Content-Security-Policy": POLICY,
    "Accept-Ranges": "bytes",
    "X-Content-Type-Options": "nosniff",
  });
  expect(headers.get("Content-Disposition")).toBe(
    `inline; filename="r_sum_.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt`,
  );
  const saved = await get({}, "GET", `/api/files/${id}/download`);
  expect(saved.headers.get("Content-Disposition")).toMatch(/^attachment; /);
  expect(await saved.text()).toBe(TEXT);
});

const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0,
]);
test.each([
  ["an HTML page", "x.html", "<script>alert(1)</script>", "application/octet-stream", "attachment"],
  ["HTML declared as a picture", "x.png", "<!doctype html><script>1</script>", "text/plain; charset=utf-8", "inline"],
  [
    "an SVG",
    "x.svg",
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    "application/octet-stream",
    "attachment",
  ],
  ["XML", "x.xml", '<?xml version="1.0"?><a/>', "application/octet-stream", "attachment"],
  ["a script", "x.js", "alert(1)", "application/octet-stream", "attachment"],
  ["a PDF", "x.pdf", "%PDF-1.4 x", "application/octet-stream", "attachment"],
  ["a picture", "x.html", PNG, "image/png", "inline"],
  ["Markdown", "x.md", "# hi", "text/plain; charset=utf-8", "inline"],
  ["an unknown type", "x", new Uint8Array([1, 0, 2]), "application/octet-stream", "attachment"],
])("serves %s without executable content", async (_, filename, content, type, disposition) => {
  const { body } = await upload(token, { content, filename, fields: { driveId: w.drive } });
  const { headers } = await get({}, "GET", `/api/files/${body["id"]}/view`);
  expect([headers.get("Content-Type"), headers.get("Content-Disposition")?.split(";")[0]]).toEqual([type, disposition]);
  expect(headers.get("Content-Security-Policy")).toBe(POLICY);
});

test.each([
  ["bytes=0-4", 206, "01234", "bytes 0-4/20"],
  ["bytes=5-", 206, "56789abcdefghij", "bytes 5-19/20"],
  ["bytes=-3", 206, "hij", "bytes 17-19/20"],
  ["bytes=-99", 206, TEXT, "bytes 0-19/20"],
  ["bytes=19-99999999999999999999", 206, "j", "bytes 19-19/20"],
  ["bytes=5-4", 200, TEXT, null],
  ["bytes=0-1,3-4", 200, TEXT, null],
  ["bytes=a-b", 200, TEXT, null],
  ["bytes=-", 200, TEXT, null],
  ["lines=0-1", 200, TEXT, null],
])("the Range %s returns %i", async (range, status, body, contentRange) => {
  const response = await get({ Range: range });
  expect([response.status, await response.text(), response.headers.get("Content-Range")]).toEqual([
    status,
    body,
    contentRange,
  ]);
  expect(response.headers.get("Content-Length")).toBe(String(body.length));
});

test.each(["bytes=20-", "bytes=-0"])("returns the standard 416 error with the size for the Range %s", async (range) => {
  const response = await get({ Range: range });
  expect([response.status, response.headers.get("Content-Range"), response.headers.get("Content-Type")]).toEqual([
    416,
    "bytes */20",
    "application/json; charset=utf-8",
  ]);
  expect(await response.json()).toEqual({
    error: expect.stringContaining("20 bytes"),
    code: "range_not_satisfiable",
    requestId: expect.any(String),
  });
});

test("returns the whole file for a range of an outdated version", async () => {
  for (const [condition, status] of [
    [tag, 206],
    ['"other"', 200],
    [`W/${tag}`, 200],
    ["Sat, 21 Nov 2026 10:00:00 GMT", 200],
  ] as const) {
    expect((await get({ Range: "bytes=0-1", "If-Range": condition })).status).toBe(status);
  }
});

test("returns 304 for a matching ETag, only after checking access", async () => {
  expect((await get({ "If-None-Match": tag })).status).toBe(304);
  expect((await get({ "If-None-Match": `"x", W/${tag}` })).status).toBe(304);
  expect((await get({ "If-None-Match": '"x"' })).status).toBe(200);
  const other = await call(w.session("oscar"), `/api/files/${id}/view`, {
    headers: { "If-None-Match": tag, Range: "bytes=99-" },
  });
  expect([other.status, other.headers.get("ETag")]).toEqual([404, null]);
});

test("returns the headers of GET without range and bytes for HEAD", async () => {
  const whole = await get();
  const told = ({ headers }: Response) =>
    ["Content-Length", "Content-Range", "Content-Type", "ETag", "Accept-Ranges"].map((name) => headers.get(name));
  for (const range of [{}, { Range: "bytes=2-3" }, { Range: "bytes=99-" }]) {
    const head = await get(range, "HEAD");
    expect([head.status, await head.text(), told(head)]).toEqual([200, "", told(whole)]);
  }
  await whole.body?.cancel();
});

test.each(["script", "style", "worker", "serviceworker", "object", "embed", "manifest", "iframe", "frame"])(
  "returns 403 when a browser loads a file as %s",
  async (dest) => {
    expect((await get({ "Sec-Fetch-Dest": dest })).status).toBe(403);
    await expect.poll(() => entriesOf("file.denied", ({ userId }) => userId === w.ids.olivia)).not.toEqual([]);
  },
);

test("returns 404 to outsiders, in other drives and after access is revoked", async () => {
  expect((await call(null, `/api/files/${id}/view`)).status).toBe(401);
  expect((await call(w.session("oscar"), `/api/files/${id}/download`)).status).toBe(404);
  expect((await call(w.session("vera"), `/api/files/${id}/view`)).status).toBe(200);
  await grant(page, w.ids.vera, 0);
  expect((await call(w.session("vera"), `/api/files/${id}/view`)).status).toBe(404);
  const elsewhere = await w.token("olivia", { drives: [w.otherDrive] });
  expect((await call(elsewhere.raw, `/api/files/${id}/view`)).status).toBe(404);
});

test("returns 404 for a variant that was not created, and 400 for an unknown variant", async () => {
  expect((await get({}, "GET", `/api/files/${id}/view?variant=thumbnail`)).status).toBe(404);
  expect((await get({}, "GET", `/api/files/${id}/view?variant=huge`)).status).toBe(400);
});

test("returns 503 for lost bytes, and does not report them as missing", async () => {
  const { body } = await upload(token, { content: "gone soon", fields: { driveId: w.drive } });
  await env.FILES.delete((await env.FILES.list({ prefix: `sha256/${body["sha256"]}/` })).objects.map(({ key }) => key));
  expect((await get({}, "GET", `/api/files/${body["id"]}/view`)).status).toBe(503);
});

test.each([
  ["p.html", PNG, "p.html.png"],
  ["p.SVG", PNG, "p.SVG.png"],
  ["p.jpg", PNG, "p.jpg.png"],
  ["p.png", PNG, "p.png"],
  ["page.html", "<!doctype html><p>x", "page.html"],
  ["data.csv", "a,b", "data.csv"],
])("saves %s under a name with the extension of its content", async (filename, content, name) => {
  const { body } = await upload(token, { content, filename, fields: { driveId: w.drive } });
  for (const way of ["download", "view"]) {
    const { headers } = await get({}, "GET", `/api/files/${body["id"]}/${way}`);
    expect(headers.get("Content-Disposition")).toMatch(new RegExp(`; filename="${name.replaceAll(".", "\\.")}"$`));
  }
});
