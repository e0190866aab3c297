/** Neither a response nor its cost reveals whether an account or a page exists; `npm run bench -- timing` measures the time. */
import { expect, test } from "vitest";
import type { ProofChallenge } from "../../src/kernel/proof-of-work.ts";
import { solve } from "../../src/web/client/api/proof-of-work.ts";
import { type Cost, measure } from "../cost/meter.ts";
import { callWith, freshEmail, requestTo, signIn } from "../flows/sign-in.ts";
import { grant, makePage, freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

/**
 * The cost and the response of one request, without values that always differ. The objects' own rows are left out, since
 * a shard of the limiter writes more at its first request. `rows` includes the rows that D1 read: for something that
 * exists but is hidden, an index finds a row or two more.
 */
async function seen(request: Request, rows = true, variables: object = {}): Promise<unknown> {
  let headers: [string, string][] = [];
  const { status, body, waited, deferred }: Cost = await measure(async () => {
    const response = await callWith(variables, request);
    headers = [...response.headers].map(
      ([name, value]) => [name, name === "set-cookie" ? value.length : value] as never,
    );
    return response;
  });
  const neutral = (text: string): string => text.replace(/[\w-]{36,}/g, "*");
  const work = ({ rowsRead, ...rest }: Cost["waited"]): unknown => (rows ? { rowsRead, ...rest } : rest);
  return {
    status,
    body: neutral(body),
    headers: headers.map(([name, value]) => [name, name === "x-request-id" ? "*" : value]),
    waited: work(waited),
    deferred: work(deferred),
  };
}

const asJson = (path: string, body: unknown): Request =>
  requestTo(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const suspend = (email: string): Promise<unknown> =>
  d1`update users set suspended_at = 1 where login_email = ${email}`.run();

/** Addresses of equal length: of an account, of one with locked passkeys, of a suspended one, and of none. */
async function addresses(): Promise<string[]> {
  const [known, locked, suspended, nobody] = [freshEmail(), freshEmail(), freshEmail(), freshEmail()];
  for (const email of [known, locked, suspended]) await signIn(email);
  const soon = Date.now() + 900_000;
  await d1`update users set failed_passkeys = 10, locked_until = ${soon} where login_email = ${locked}`.run();
  await suspend(suspended);
  return [known, locked, suspended, nobody];
}

/**
 * Expects the same result for each, with this status, since responses that all failed would be alike too. The first one is
 * requested twice, because the first request warms things up.
 */
async function expectAlike(
  status: number,
  ask: (which: string) => Promise<unknown>,
  which: readonly string[],
): Promise<void> {
  await ask(which[0] ?? "");
  const all: unknown[] = [];
  for (const one of which) all.push(await ask(one));
  expect(all.length).toBeGreaterThan(1);
  for (const each of all) expect(each).toEqual(all[0]);
  expect(all[0]).toMatchObject({ status });
}

test("responds alike to known and unknown emails when a page or drive is shared", async () => {
  const w = await world();
  const page = await makePage(w, { title: "page" });
  const ask = (path: string) => async (email: string) => {
    const request = asJson(path, { email, canView: true });
    request.headers.set("Authorization", `Bearer ${w.session("olivia")}`);
    const answer = (await seen(request, false)) as { body: string; waited: Record<string, number> };
    // The rows written differ with what an account receives; the statements and trips are the same.
    const { rowsWritten: _rows, printed: _printed, ...waited } = answer.waited;
    return {
      ...answer,
      waited,
      deferred: null,
      body: answer.body.replaceAll(email, "*").replace(/\d{4}-[\d-]+T[\d:.]+Z/g, "*"),
    };
  };
  for (const path of [`/api/pages/${page}/permissions`, `/api/drives/${w.drive}/members`]) {
    // The first request warms things up.
    await ask(path)(freshEmail());
    const answers = [];
    for (const email of await addresses()) answers.push(await ask(path)(email));
    for (const each of answers) expect(each).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 201 });
  }
});

test("responds alike to known and unknown emails when a link is requested", async () => {
  await expectAlike(200, (email) => seen(asJson("/api/auth/magic-link/send", { email })), await addresses());
});

test.each(["invited", "closed", "domains:elsewhere.example"])(
  "responds alike to known, unknown and invited emails when a link is requested under the sign-up policy “%s”",
  async (SIGNUP) => {
    const w = await world();
    const invited = freshEmail();
    const page = await makePage(w, { title: "page" });
    await w.as("olivia").post(`/api/pages/${page}/permissions`, { email: invited, canView: true });
    const ask = (email: string) => seen(asJson("/api/auth/magic-link/send", { email }), true, { SIGNUP });
    await expectAlike(200, ask, [...(await addresses()), invited]);
  },
);

test("responds alike to invitations of known and unknown emails where neither could create an account", async () => {
  const w = await world();
  const shown = async (email: string): Promise<string> => {
    const { body } = await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email });
    const { pathname, search } = new URL(body["link"] as string);
    const page = await (await callWith({ SIGNUP: "closed" }, requestTo(pathname + search))).text();
    return page.replaceAll(search.slice("?token=".length), "*").replaceAll(/nonce="[^"]*"/g, "");
  };
  const [known, , , nobody] = await addresses();
  const page = await shown(known ?? "");
  expect(page).toBe(await shown(nobody ?? ""));
  expect(page).toContain("Not every address can create an account here");
});

test("responds alike to known and unknown emails when a link requires a proof of work, with and without one", async () => {
  const asked = { SIGN_IN_PROOF_ABOVE: "0" };
  const all = await addresses();
  const challenges = new Map<string, ProofChallenge>();
  const withoutChallenge = async (email: string): Promise<unknown> => {
    const answer = (await seen(asJson("/api/auth/magic-link/send", { email }), true, asked)) as { body: string };
    const { challenge, ...body } = JSON.parse(answer.body) as { challenge: ProofChallenge };
    return { ...answer, body: { ...body, challenge: Object.keys(challenge) } };
  };
  await expectAlike(403, withoutChallenge, all);
  for (const email of all) {
    const refused = await callWith(asked, asJson("/api/auth/magic-link/send", { email }));
    challenges.set(email, (await refused.json<{ challenge: ProofChallenge }>()).challenge);
  }
  const proofs = new Map<string, string>();
  for (const [email, challenge] of challenges) proofs.set(email, await solve(challenge));
  const answers: unknown[] = [];
  for (const email of all) {
    answers.push(await seen(asJson("/api/auth/magic-link/send", { email, proof: proofs.get(email) }), true, asked));
  }
  // The first one warms things up.
  for (const each of answers.slice(1)) expect(each).toEqual(answers[1]);
  expect(answers[1]).toMatchObject({ status: 200 });
});

test("returns the same response before and after an email's link limit is reached", async () => {
  const limited = { RATE_LIMIT_SCALE: "1" };
  const [ip, email] = ["192.0.2.200", freshEmail()];
  const ask = async (): Promise<unknown> => {
    const request = asJson("/api/auth/magic-link/send", { email });
    request.headers.set("CF-Connecting-IP", ip);
    const { status, body, waited, deferred } = await measure(() => callWith(limited, request));
    return { status, body, waited, deferred };
  };
  const answers: unknown[] = [];
  for (let i = 0; i < 6; i += 1) answers.push(await ask());
  expect(new Set(answers.slice(1).map((each) => JSON.stringify(each))).size).toBe(1);
  expect(answers[5]).toMatchObject({ status: 200 });
  // Three were mailed, so the responses before and after the limit have been compared.
  const { results } = await d1`select muted from magic_links where email = ${email} order by id`.all();
  expect(results.map(({ muted }) => muted)).toEqual([0, 0, 0, 1, 1, 1]);
});

test("responds alike to known and unknown emails for a passkey challenge", async () => {
  const path = "/api/auth/passkey/authenticate/options";
  await expectAlike(200, (email) => seen(asJson(path, { email })), await addresses());
});

test("responds alike to an unknown email and that of a user who is not discoverable", async () => {
  const w = await world();
  const [known, , suspended = "", nobody = ""] = await addresses();
  await d1`update users set discoverable = 0 where login_email = ${known}`.run();
  const headers = { Authorization: `Bearer ${w.session("olivia")}` };
  for (const path of ["/api/users/search", "/api/connections/search"]) {
    await expectAlike(200, (email) => seen(requestTo(`${path}?q=${encodeURIComponent(email)}`, { headers }), false), [
      known ?? "",
      suspended,
      nobody,
    ]);
  }
});

test("responds alike to a hidden page, a page of another drive and a missing page", async () => {
  const w = await world();
  const make = (person: "olivia" | "oscar", driveId: string): Promise<string> =>
    makePage(w.as(person), { driveId, title: "Secret", content: "x" });
  const [hidden, foreign] = [await make("olivia", w.drive), await make("oscar", w.otherDrive)];
  await grant(hidden, w.ids.vera, 0);
  const absent = freshId("page").padEnd(hidden.length, "0").slice(0, hidden.length);
  const headers = { Authorization: `Bearer ${w.session("vera")}` };
  for (const rest of ["", "/breadcrumbs", "/children", "/permissions", "/messages", "/export", "/versions"]) {
    await expectAlike(404, (id) => seen(requestTo(`/api/pages/${id}${rest}`, { headers }), false), [
      hidden,
      foreign,
      absent,
    ]);
  }
  const asking = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: "{}" };
  // Only the first request for an existing page writes a row, so it is sent before the comparison.
  for (const id of [hidden, foreign, absent]) await callWith({}, requestTo(`/api/pages/${id}/access-requests`, asking));
  await expectAlike(202, (id) => seen(requestTo(`/api/pages/${id}/access-requests`, asking), false), [hidden, foreign, absent]); // oxfmt-ignore
});
