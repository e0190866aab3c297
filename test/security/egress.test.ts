/** Nothing that people write, upload or claim makes the service call a host they name: it only calls configured providers. */
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { upload as uploadFile } from "../files/client.ts";
import { deliver } from "../files/parser.ts";
import { signIn } from "../flows/sign-in.ts";
import {
  finishSignIn,
  consent,
  startSignIn,
  makeToken,
  openRealm,
  postAt,
  outcome,
  IN,
  type Realm,
} from "../oidc/sign-in.ts";
import { type Client, type World, bearer, world } from "../support/world.ts";
import { isNight } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

/** Typical SSRF targets: other sites, the server itself, its network and its platform. */
const TARGETS = [
  "http://169.254.169.254/latest/meta-data/",
  "https://evil.example/picture.png",
  "http://localhost:6379/",
  "http://[::1]/x",
  "http://2130706433/",
  "file:///etc/passwd",
  "gopher://evil.example/_x",
] as const;
const [METADATA, PICTURE] = TARGETS;

let w: World;
let olivia: Client;
let realm: Realm;
let providerHost = "";
/** Every address requested while these tests run. */
const asked: string[] = [];
const elsewhere = (): string[] => asked.filter((address) => new URL(address).host !== providerHost);

const reach = globalThis.fetch;
const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
  const address = new Request(input, init).url;
  asked.push(address);
  // Never really send such a request.
  if (new URL(address).host !== providerHost) return Promise.reject(new TypeError(`Unexpected request to ${address}`));
  return reach(input, init);
});

beforeAll(async () => {
  providerHost = new URL(inject("oidc")).host;
  w = await world();
  olivia = w.as("olivia");
  realm = await openRealm();
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(() => spy.mockRestore());

test("fetches tokens and keys from the provider during sign-in, and nothing that the token claims", async () => {
  const claims = { picture: PICTURE, profile: METADATA, website: PICTURE, jku: PICTURE, jwks_uri: PICTURE };
  await realm.control({ claims });
  for (const provider of ["providera", "providerb"] as const) {
    const left = await startSignIn(realm, provider);
    const fields = await consent(left.url);
    expect(outcome(await finishSignIn(realm, provider, fields, { cookie: left.cookie }))).toEqual(IN);
    if (provider === "providera") expect(asked).toContain(`${realm.issuer}/token`);
  }
  // Keys are not fetched from an address in a token's header.
  for (const [status, header] of [
    [200, { jku: PICTURE }],
    [200, { x5u: METADATA }],
    // The provider has no key with this id.
    [401, { kid: PICTURE, jku: PICTURE }],
  ] as const) {
    const idToken = await makeToken(realm, claims, { header });
    const answer = await postAt(realm, "/api/auth/providera/native", { idToken, platform: "ios" });
    expect(answer.status, JSON.stringify(header)).toBe(status);
  }
  const { image } = (await d1`select image from users order by created_at desc limit 1`.first()) ?? {};
  expect([image, elsewhere()]).toEqual([null, []]);
});

test("never fetches URLs in pictures, profiles, agent settings, titles, texts, messages and searches", async () => {
  const { token } = await signIn();
  const own = bearer(token);
  /** Each request must succeed, since a rejected one would prove nothing. */
  const taken = async (answer: Promise<{ status: number; body: { id?: string } }>): Promise<string> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return String(body.id);
  };
  for (const target of isNight ? TARGETS : [METADATA, PICTURE]) {
    await taken(own.patch("/api/account", { name: target, image: target, avatarUrl: target, picture: target }));
    await taken(own.patch("/api/account/profile", { bio: `See ${target}`, displayName: target, avatar: target }));
    const chat = await taken(olivia.post("/api/pages", { driveId: w.drive, title: target, type: "AI_CHAT" }));
    const settings = { aiProvider: target, aiModel: target, systemPrompt: target };
    await taken(olivia.patch(`/api/pages/${chat}/agent-config`, settings));
    const content = `![x](${target}) <img src="${target}"> [x](${target})\n<script src="${target}"></script>`;
    for (const type of ["DOCUMENT", "CODE", "CANVAS", "CHANNEL"]) {
      const page = await taken(olivia.post("/api/pages", { driveId: w.drive, title: target, type }));
      const isChannel = type === "CHANNEL";
      await taken(
        isChannel
          ? olivia.post(`/api/pages/${page}/messages`, { content })
          : olivia.patch(`/api/pages/${page}`, { content }),
      );
      await taken(olivia.get(`/api/pages/${page}/export`));
    }
    const sheet = {
      driveId: w.drive,
      title: target,
      type: "SHEET",
      content: `=WEBSERVICE("${target}"),=IMAGE("${target}")`,
    };
    await taken(olivia.post("/api/pages", sheet));
    await taken(olivia.get(`/api/search?q=${encodeURIComponent(target)}`));
    const { client } = await w.token("olivia");
    await taken(client.get(`/api/mcp/detect-paths?text=${encodeURIComponent(target)}`));
    await taken(
      olivia.post("/api/contact", { name: "Me", email: "me@example.com", subject: target, message: content }),
    );
    await taken(olivia.post("/api/track", { event: target, url: target, properties: { url: target } }));
  }
  expect(elsewhere()).toEqual([]);
});

const html = TARGETS.map(
  (target) => `<img src="${target}"><link rel=stylesheet href="${target}"><iframe src="${target}"></iframe>`,
);
const xml = `<!DOCTYPE x SYSTEM "${METADATA}" [<!ENTITY a SYSTEM "${PICTURE}"><!ENTITY % b SYSTEM "${METADATA}">%b;]>`;

test.each([
  ["page.html", 201, `<!doctype html><base href="${PICTURE}"><title>x</title>${html.join("")}<p>text</p>`],
  [
    "drawing.svg",
    422,
    `${xml}<svg xmlns="http://www.w3.org/2000/svg"><image href="${PICTURE}"/><text>&a;</text></svg>`,
  ],
  ["data.xml", 201, `<?xml version="1.0"?>${xml}<x>&a;</x>`],
  ["notes.md", 201, `![x](${PICTURE})\n\n[x]: ${METADATA}`],
  ["memo.rtf", 201, `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "${PICTURE}"}{\\fldrslt x}}}`],
  [
    "paper.pdf",
    422,
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(${PICTURE})>>>>endobj\n` +
      `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n` +
      `4 0 obj<</Length 0/F<</FS/URL/F(${PICTURE})>>>>stream\n\nendstream endobj\ntrailer<</Root 1 0 R>>\n`,
  ],
] as const)(
  "fetches no URL while it extracts or converts an uploaded %s (status %i)",
  async (filename, status, content) => {
    const sent = await uploadFile(w.session("olivia"), { content, filename, fields: { driveId: w.drive } });
    expect(sent.status).toBe(201);
    expect(await deliver(sent.body["id"])).toBe("acknowledged");
    expect((await olivia.post(`/api/files/${sent.body["id"]}/convert-to-document`)).status).toBe(status);
    expect(elsewhere()).toEqual([]);
  },
);

test("the test detects a request to another host", async () => {
  await expect(fetch(PICTURE)).rejects.toThrow("Unexpected request to");
  expect(elsewhere()).toEqual([PICTURE]);
});
