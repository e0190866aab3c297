/** Collects the secrets of a whole visit, with faults along the way, and searches for them wherever they must not be. */
import { expect, test } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { NAVIGATION, callWith, consume, cookiesOf, freshEmail, requestTo } from "../flows/sign-in.ts";
import { world } from "../support/world.ts";
import { dumpDatabase, exportAuditLog, findSecrets, listenToConsole, quoting } from "./canary.ts";

const ROOT_SECRET = "canary-root-secret-0123456789-abcdefgh";

test("stores no secret in a log, the audit log, a job, the database or an error", async () => {
  const console = listenToConsole();
  const queued: unknown[] = [];
  const mails: { text: string }[] = [];
  const errors: string[] = [];
  const bodies: string[] = [];
  let mailFails = true;
  const variables = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    EMAIL_FROM: "octavo@octavo.example",
    ROOT_SECRET,
    RATE_LIMIT_SCALE: "1",
    JOBS: {
      sendBatch: (messages: Iterable<{ body: unknown }>) => {
        queued.push(...[...messages].map(({ body }) => body));
        return Promise.resolve();
      },
    },
    EMAIL: {
      send: (mail: { text: string }) => {
        if (mailFails)
          return Promise.reject(new Error(`cannot deliver: ${mail.text}`, { cause: new Error(mail.text) }));
        mails.push(mail);
        return Promise.resolve();
      },
    },
  };
  const ip = "198.51.100.200";
  const ask = async (
    path: string,
    send: Parameters<typeof requestTo>[1] = {},
    extra: object = {},
  ): Promise<Response> => {
    const request = requestTo(path, { ...send, headers: { "CF-Connecting-IP": ip, ...send.headers } });
    const response = await callWith({ ...variables, ...extra }, request);
    const text = await response.clone().text();
    (response.status >= 400 ? errors : bodies).push(text);
    return response;
  };

  // A link whose mail fails at first, with an error that quotes the whole mail.
  const email = freshEmail("canary");
  const headers = { "Content-Type": "application/json" };
  const sent = await ask("/api/auth/magic-link/send", { method: "POST", headers, body: JSON.stringify({ email }) });
  const binding = cookiesOf(sent, "__Host-ml");
  await consume(queued, { variables });
  mailFails = false;
  await consume(queued, { variables });
  const url = new URL(/https:\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "");
  const address = url.pathname + url.search;

  // The database fails while the link is opened, and its error quotes the link; then the confirm page, and the sign-in.
  const failing = quoting(`${url.searchParams.get("token")} of ${url.href}`);
  expect((await ask(address, {}, failing)).status).toBe(503);
  const confirm = await (await ask(address, { headers: NAVIGATION })).text();
  const c = /name="c" value="([^"]+)"/.exec(confirm)?.[1] ?? "";
  const opened = await ask(address, { headers: { ...NAVIGATION, Cookie: binding } });
  const cookie = cookiesOf(opened, "__Host-session");
  const session = cookie.slice("__Host-session=".length);
  await ask(address);
  const { csrfToken } = await (
    await ask("/api/auth/csrf", { headers: { Cookie: cookie } })
  ).json<{ csrfToken: string }>();
  const { raw: mcp } = await (await world()).token("olivia");

  // A change of email address, whose mail fails at first and whose link is opened while the database fails.
  const patched = await ask("/api/account", {
    method: "PATCH",
    headers: { ...headers, Cookie: cookie, "X-CSRF-Token": csrfToken },
    body: JSON.stringify({ email: freshEmail("canary-new") }),
  });
  expect(patched.status).toBe(200);
  mailFails = true;
  await consume(queued, { variables });
  mailFails = false;
  await consume(queued, { variables });
  const proof = new URL(mails.flatMap(({ text }) => /https:\S+token=prf_\S+/.exec(text) ?? [])[0] ?? "");
  const proofAddress = proof.pathname + proof.search;
  const proofToken = proof.searchParams.get("token") ?? "";
  expect((await ask(proofAddress, {}, quoting(`${proofToken} of ${proof.href}`))).status).toBe(503);
  await ask("/api/nothing", { headers: { Authorization: `Bearer ${proofToken}` } });

  // Rejections and faults with every credential.
  const all = { Cookie: cookie, "X-CSRF-Token": `${csrfToken}x` };
  await ask("/api/auth/logout-all", { method: "POST", headers: all });
  await ask("/api/auth/logout-all", {
    method: "POST",
    headers: { ...all, "X-CSRF-Token": csrfToken, Origin: "https://evil.example" },
  });
  await ask("/api/auth/me", { headers: { Authorization: `Bearer ${mcp}` } });
  await ask("/api/auth/me", { headers: { Authorization: `Bearer ${session}` } }, failing);
  await ask(`/api/nothing/${session}?token=${mcp}`);
  await ask(`/api/pages/${mcp}`, { headers: { Authorization: `Bearer ${session}` } });
  await ask("/api/pages", {
    method: "POST",
    headers: { ...headers, Authorization: `Bearer ${mcp}` },
    body: `{"driveId":"${session}","title":7}`,
  });
  await ask("/api/auth/magic-link/send", { method: "POST", headers, body: `{"email":"${session}"}` });
  for (let i = 0; i < 11; i += 1)
    await ask("/api/auth/magic-link/send", { method: "POST", headers, body: JSON.stringify({ email }) });
  await ask("/api/auth/logout", { method: "POST", headers: { ...all, "X-CSRF-Token": csrfToken } });
  await ask("/api/auth/me", {}, { ROOT_SECRET: ROOT_SECRET.slice(0, 20) });
  const printed = console.stop();

  const secrets: Record<string, string> = {
    "session token": session.slice(4),
    "link token": (url.searchParams.get("token") ?? "").slice(4),
    "link signature": url.searchParams.get("sig") ?? "",
    "proof token": proofToken.slice(4),
    confirmation: c,
    "browser binding": binding.slice("__Host-ml=".length),
    "CSRF token": csrfToken.slice(3),
    "tool token": mcp.slice(4),
    "root secret": ROOT_SECRET.slice(0, 20),
  };
  const places: Record<string, string> = {
    console: printed,
    auditLog: await exportAuditLog(),
    jobs: JSON.stringify(queued),
    database: await dumpDatabase(),
    errors: errors.join("\n"),
  };
  // Searching empty places would prove nothing.
  expect(places["console"]).toContain("job.retry");
  expect(places["console"]).toContain("request.failed");
  expect(places["auditLog"]).toContain("csrf.reject");
  expect(places["jobs"]).toContain("mail.magic-link");
  expect(places["database"]).toContain(email);
  expect(errors.length).toBeGreaterThan(8);
  expect(bodies.length).toBeGreaterThan(8);
  expect(findSecrets(secrets, places)).toEqual([]);
  // The audit log has no stored token hash either, and no response contains a session token.
  expect(places["auditLog"]).not.toContain(hashToken("session", session));
  expect(bodies.filter((body) => body.includes(session.slice(4)))).toEqual([]);
});
