/** Avatars: validated by content, named by the service, visible to signed-in users, deleted when replaced. */
import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { discardAvatar } from "../../src/features/account/avatar.ts";
import { consume } from "../flows/sign-in.ts";
import { type World, ORIGIN, freshId, world } from "../support/world.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : part)));
const be32 = (n: number): number[] => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255);
const be16 = (n: number): number[] => [(n >> 8) & 255, n & 255];
const le16 = (n: number): number[] => [n & 255, (n >> 8) & 255];
const le24 = (n: number): number[] => [n & 255, (n >> 8) & 255, (n >> 16) & 255];

/** Only headers, because nothing here decodes images. `salt` makes the content unique. */
const png = (width = 8, height = 8, salt = ""): Uint8Array<ArrayBuffer> =>
  bytes("\x89PNG\r\n\x1a\n", be32(13), "IHDR", be32(width), be32(height), [8, 2, 0, 0, 0], be32(0), salt);
const gif = (width = 8, height = 8) => bytes("GIF89a", le16(width), le16(height), [0, 0, 0, 0x3b]);
const jpeg = (width = 8, height = 8) =>
  bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8], be16(height), be16(width), Array(20).fill(0));
const webp = (width = 8, height = 8) =>
  bytes("RIFF", be32(22), "WEBP", "VP8X", be32(10), [0, 0, 0, 0], le24(width - 1), le24(height - 1), [0, 0]);

type Part = { name?: string; content: Uint8Array<ArrayBuffer> | string; filename?: string; type?: string };

async function upload(token: string, parts: Part[]) {
  const form = new FormData();
  for (const { name = "file", content, filename, type = "" } of parts) {
    if (typeof content === "string") form.append(name, content);
    else form.append(name, new File([content], filename ?? "me.png", { type }));
  }
  const request = new Request(`${ORIGIN}/api/account/avatar`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1" },
    body: form,
  });
  const response = await exports.default.fetch(request);
  return { status: response.status, body: await response.json<{ image?: string; code?: string }>() };
}

/** The last path segment of an image URL. */
const nameIn = (image = ""): string => image.slice(image.lastIndexOf("/") + 1);

const show = (token: string | null, path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(
    new Request(ORIGIN + path, {
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        "CF-Connecting-IP": "192.0.2.1",
        ...headers,
      },
    }),
  );

test.each([
  ["png", "image/png", png()],
  ["jpg", "image/jpeg", jpeg()],
  ["gif", "image/gif", gif()],
  ["webp", "image/webp", webp()],
])(
  "accepts a %s by its content, regardless of filename and declared type, and serves it unchanged",
  async (extension, type, content) => {
    const token = w.session("vera");
    const { status, body } = await upload(token, [{ content, filename: "../../x.html", type: "text/html" }]);
    const image = body.image ?? "";
    const [, name] = new RegExp(`^/api/avatar/${w.ids.vera}/([0-9a-f]{16})\\.${extension}$`).exec(image) ?? [];
    expect([status, typeof name, body]).toEqual([200, "string", { image }]);
    expect((await w.as("vera").get("/api/account")).body.image).toBe(image);
    const shown = await show(w.session("oscar"), image);
    expect([shown.status, new Uint8Array(await shown.arrayBuffer())]).toEqual([200, content]);
    const sent = Object.fromEntries(shown.headers);
    expect(sent).toMatchObject({
      "content-type": type,
      "content-length": String(content.length),
      "cache-control": "private, max-age=300",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": "inline",
      etag: `"${name}"`,
    });
    expect(sent["content-security-policy"]).toMatch(/^default-src 'none';.*\bsandbox$/);
  },
);

test.each([
  ["an image with zero width", png(0, 8)],
  ["an image with zero height", gif(8, 0)],
  ["an image that is too wide", png(4097, 1)],
  ["an image that is too high", webp(1, 4097)],
  ["an image of billions of pixels", jpeg(65_535, 65_535)],
  ["an empty file", new Uint8Array(0)],
  ["a truncated header", png().slice(0, 20)],
  ["a JPEG without dimensions", bytes([0xff, 0xd8, 0xff], Array(200_000).fill(0))],
  ["an SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script/></svg>')],
  ["a BMP", bytes("BM", Array(60).fill(1))],
  ["an HTML page", bytes("<!doctype html><script>alert(1)</script>")],
])("rejects %s as an avatar", async (_, content) => {
  const { status, body } = await upload(w.session("sara"), [{ content, type: "image/png" }]);
  expect([status, body.code]).toEqual([400, "unsupported_image"]);
  expect((await w.as("sara").get("/api/account")).body.image).toBe(null);
  expect((await env.FILES.list({ prefix: `avatars/${w.ids.sara}/` })).objects).toEqual([]);
});

test("accepts an avatar at the maximum dimensions and size, and rejects a larger one", async () => {
  const token = w.session("adam");
  const full = new Uint8Array(5_000_000);
  full.set(png(4096, 4096));
  expect((await upload(token, [{ content: full }])).status).toBe(200);
  const more = new Uint8Array(5_000_001);
  more.set(png());
  expect((await upload(token, [{ content: more }])).body.code).toBe("payload_too_large");
  expect((await upload(token, [{ content: new Uint8Array(6_000_000) }])).body.code).toBe("payload_too_large");
});

test("rejects a body that does not contain exactly one part named file", async () => {
  const token = w.session("adam");
  const wrong: Part[][] = [[], [{ name: "picture", content: png() }], [{ content: png() }, { content: gif() }]];
  for (const parts of wrong) expect((await upload(token, parts)).body.code).toBe("invalid_multipart");
  const broken = await w.as("adam").post("/api/account/avatar", "no parts", {
    headers: { "Content-Type": "multipart/form-data; boundary=elsewhere" },
  });
  expect(broken.body.code).toBe("invalid_multipart");
  // A part with that name is the file, with or without a filename.
  expect((await upload(token, [{ content: "text" }])).body.code).toBe("unsupported_image");
  const extra = [{ name: "userId", content: w.ids.olivia }, { content: png(9, 9) }];
  expect((await upload(token, extra)).body.image).toMatch(`/api/avatar/${w.ids.adam}/`);
  expect((await w.as("olivia").get("/api/account")).body.image).toBe(null);
});

test("returns 401 for an avatar upload without a session, and does not read the body", async () => {
  expect((await upload(`ses_${"x".repeat(43)}`, [{ content: png() }])).status).toBe(401);
  const { raw } = await w.token("olivia");
  expect((await upload(raw, [{ content: png() }])).status).toBe(401);
});

test("returns 404 for any avatar path other than the stored one", async () => {
  const token = w.session("dora");
  const { body } = await upload(token, [{ content: png(8, 8, "dora") }]);
  const image = body.image ?? "";
  const name = image.slice(image.lastIndexOf("/") + 1);
  await env.FILES.put(`avatars/${w.ids.dora}/hidden.png`, "hidden");
  await env.FILES.put("secret.png", "secret");
  for (const path of [
    `/api/avatar/${w.ids.dora}/hidden.png`,
    `/api/avatar/${w.ids.dora}/${name.toUpperCase()}`,
    `/api/avatar/${w.ids.dora}/${name}%00`,
    `/api/avatar/${w.ids.dora}/..%2f..%2fsecret.png`,
    `/api/avatar/${w.ids.dora}/%2e%2e%2f%2e%2e%2fsecret.png`,
    `/api/avatar/${w.ids.dora}/..%5c..%5csecret.png`,
    `/api/avatar/${w.ids.olivia}/${name}`,
    `/api/avatar/nobody/${name}`,
    `/api/avatar/${w.ids.dora}/${"x".repeat(300)}`,
  ]) {
    expect((await show(token, path)).status, path).toBe(404);
  }
  expect((await show(null, image)).status).toBe(401);
  expect((await show((await w.token("edna")).raw, image)).status).toBe(200);
});

test("returns 304 for a matching ETag, but only to an authenticated caller", async () => {
  const token = w.session("edna");
  const { body } = await upload(token, [{ content: png(8, 8, "edna") }]);
  const image = body.image ?? "";
  const etag = (await show(token, image)).headers.get("ETag") ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await show(token, image, { "If-None-Match": known });
    expect([again.status, await again.text(), again.headers.get("ETag")], known).toEqual([304, "", etag]);
  }
  expect((await show(token, image, { "If-None-Match": '"other"' })).status).toBe(200);
  expect((await show(null, image, { "If-None-Match": etag })).status).toBe(401);
  expect((await show(token, image.replace(/.\.png$/, "x.png"), { "If-None-Match": "*" })).status).toBe(404);
});

test.each(["script", "style", "worker", "sharedworker", "serviceworker", "manifest", "object", "embed"])(
  "returns 403 when a browser loads an avatar as %s",
  async (destination) => {
    const token = w.session("oscar");
    const { body } = await upload(token, [{ content: png(8, 8, "oscar") }]);
    const refused = await show(token, body.image ?? "", { "Sec-Fetch-Dest": destination });
    expect([refused.status, refused.headers.get("Content-Type")]).toEqual([403, "application/json; charset=utf-8"]);
    expect((await show(token, body.image ?? "", { "Sec-Fetch-Dest": "image" })).status).toBe(200);
  },
);

test("deletes the previous avatar when it is replaced or removed, and never the current one", async () => {
  const token = w.session("rupert");
  const objects = async () =>
    (await env.FILES.list({ prefix: `avatars/${w.ids.rupert}/` })).objects.map(({ key }) => key);
  const keyOf = (image = "") => image.replace("/api/avatar/", "avatars/");
  const first = (await upload(token, [{ content: png(8, 8, "first") }])).body.image;
  const second = (await upload(token, [{ content: png(8, 8, "second") }])).body.image;
  await expect.poll(objects, { timeout: 10_000 }).toEqual([keyOf(second)]);
  await consume([{ id: freshId("job"), kind: "avatar.discard", userId: w.ids.rupert, filename: nameIn(second) }]);
  expect((await show(token, second ?? "")).status).toBe(200);
  expect((await show(token, first ?? "")).status).toBe(404);
  expect((await w.as("rupert").delete("/api/account/avatar")).status).toBe(200);
  expect((await show(token, second ?? "")).status).toBe(404);
  await expect.poll(objects, { timeout: 10_000 }).toEqual([]);
  expect((await w.as("rupert").delete("/api/account/avatar")).status).toBe(200);
});

test("keeps an avatar that is uploaded again while its earlier object is being deleted", async () => {
  const token = w.session("sara");
  const bring = async (salt: string) => (await upload(token, [{ content: png(8, 8, salt) }])).body.image ?? "";
  const first = await bring("there and back");
  await bring("in between");
  let present = "";
  const FILES = new Proxy(env.FILES, {
    get(bucket, name) {
      if (name === "delete")
        return async (key: string) => {
          present = await bring("there and back");
          await bucket.delete(key);
        };
      const member: unknown = Reflect.get(bucket, name);
      return typeof member === "function" ? (member.bind(bucket) as unknown) : member;
    },
  });
  const deps = createDeps({ ...env, FILES }, createExecutionContext());
  await discardAvatar(deps, w.ids.sara, nameIn(first));
  expect([(await w.as("sara").get("/api/account")).body.image, (await show(token, present)).status]).toEqual([
    present,
    200,
  ]);
});
