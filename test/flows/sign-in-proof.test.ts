/** The proof of work that sign-in links require once more than SIGN_IN_PROOF_ABOVE are requested in an hour. */
import { expect, test, vi } from "vitest";
import type { ProofChallenge } from "../../src/kernel/proof-of-work.ts";
import { solve } from "../../src/web/client/api/proof-of-work.ts";
import { OWN_PAGE, callWith, freshEmail, newestLink, readMail, requestTo } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const MINUTE = 60_000;
const ALWAYS = { SIGN_IN_PROOF_ABOVE: "0" };

type Refusal = { code: string; challenge: ProofChallenge };

let networks = 0;
const freshAddress = (): string => `198.18.${(networks += 1) >> 8}.${networks & 255}`;

/** Requests a link from a new network, so that per-network limits do not interfere. */
const ask = (body: object, variables: object = ALWAYS, ip = freshAddress()): Promise<Response> =>
  callWith(
    { RATE_LIMIT_SCALE: "1", ...variables },
    requestTo("/api/auth/magic-link/send", {
      method: "POST",
      headers: { ...OWN_PAGE, "Content-Type": "application/json", "CF-Connecting-IP": ip },
      body: JSON.stringify(body),
    }),
  );

async function challengeFor(email: string): Promise<ProofChallenge> {
  const refused = await ask({ email });
  const { code, challenge } = await refused.json<Refusal>();
  expect([refused.status, code]).toEqual([403, "proof_required"]);
  return challenge;
}

const proofFor = async (email: string): Promise<string> => solve(await challengeFor(email));

const countLinks = (email: string): Promise<number | null> =>
  d1`select count(*) as n from magic_links where email = ${email}`.first<number>("n");

/** Runs `work` at a later hour, so that it has the service's hourly counts to itself. */
async function atHour<T>(hours: number, work: (clock: { pass: (ms: number) => void }) => Promise<T>): Promise<T> {
  let now = Date.now() + hours * 60 * MINUTE;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  try {
    return await work({ pass: (ms) => void (now += ms) });
  } finally {
    clock.mockRestore();
  }
}

test("requires and reads no proof of work when the setting is off", async () => {
  for (const body of [{}, { proof: "nonsense" }]) {
    const email = freshEmail();
    expect((await ask({ email, ...body }, {})).status).toBe(200);
    expect((await newestLink(email)).muted).toBe(0);
  }
});

test("sends links without a proof up to the configured number, and requires one proof per link beyond it", async () => {
  await atHour(4, async () => {
    const two = { SIGN_IN_PROOF_ABOVE: "2" };
    expect((await ask({ email: freshEmail() }, two)).status).toBe(200);
    // A mail with a proof does not count against those without one.
    const proven = freshEmail();
    expect((await ask({ email: proven, proof: await proofFor(proven) }, two)).status).toBe(200);
    expect((await ask({ email: freshEmail() }, two)).status).toBe(200);

    const email = freshEmail();
    const refused = await ask({ email }, two);
    const answer = await refused.json<Refusal>();
    expect([refused.status, answer.code]).toEqual([403, "proof_required"]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await countLinks(email)).toBe(0);

    // The address may be in any letter case.
    const sent = await ask({ email: ` ${email.toUpperCase()}`, proof: await solve(answer.challenge) }, two);
    expect(sent.status).toBe(200);
    const { id, muted } = await newestLink(email);
    expect(muted).toBe(0);
    expect((await readMail(id)).pathname).toBe("/api/auth/magic-link/verify");
  });
});

test("sends one email per proof, also under concurrent requests", async () => {
  const email = freshEmail();
  const proof = await proofFor(email);
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await ask({ email, proof })).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403]);
  const again = await ask({ email, proof });
  expect(again.status).toBe(403);
  expect(await countLinks(email)).toBe(1);
  // A proof for the new challenge gets the next link.
  expect((await ask({ email, proof: await solve((await again.json<Refusal>()).challenge) })).status).toBe(200);
});

test("does not count a reused proof against the service's hourly email limit", async () => {
  await atHour(8, async () => {
    const two = { ...ALWAYS, SIGN_IN_MAILS_PER_HOUR: "2" };
    const email = freshEmail();
    const proof = await proofFor(email);
    for (let i = 0; i < 4; i += 1) await ask({ email, proof }, two);
    const next = freshEmail();
    expect((await ask({ email: next, proof: await proofFor(next) }, two)).status).toBe(200);
    expect((await newestLink(next)).muted).toBe(0);
  });
});

test("accepts a proof only for the email of its challenge", async () => {
  const [email, other] = [freshEmail(), freshEmail()];
  const proof = await proofFor(email);
  expect((await ask({ email: other, proof })).status).toBe(403);
  expect(await countLinks(other)).toBe(0);
  expect((await ask({ email, proof })).status).toBe(200);
});

test("accepts a proof for five minutes", async () => {
  await atHour(12, async ({ pass }) => {
    const [early, late] = [freshEmail(), freshEmail()];
    const proofs = [await proofFor(early), await proofFor(late)];
    pass(5 * MINUTE - 1);
    expect((await ask({ email: early, proof: proofs[0] })).status).toBe(200);
    pass(1);
    expect((await ask({ email: late, proof: proofs[1] })).status).toBe(403);
    expect(await countLinks(late)).toBe(0);
  });
});

test("rejects forged, altered and malformed proofs, and does not parse oversized ones", async () => {
  const email = freshEmail();
  const proof = await proofFor(email);
  const [until = "", salt = "", signature = "", answer = ""] = proof.split(".");
  const later = (Number.parseInt(until, 36) + 60 * MINUTE).toString(36);
  const forged = [
    "",
    "...",
    `${until}.${salt}.${signature}`,
    `${until}.${salt}.${signature}.`,
    `${proof}.1`,
    `${until}.${salt}.${signature}.${(Number(answer) + 1) % 2_000}`,
    `${until}.${salt}.${signature}.0${answer}`,
    `${later}.${salt}.${signature}.${answer}`,
    `${until}.${"A".repeat(22)}.${signature}.${answer}`,
    `${until}.${salt}.${"A".repeat(43)}.${answer}`,
    `${until}.${salt}.${signature}é.${answer}`,
    "x".repeat(200),
  ];
  for (const one of forged) {
    const refused = await ask({ email, proof: one });
    expect([refused.status, (await refused.json<Refusal>()).code], one).toEqual([403, "proof_required"]);
  }
  const long = await ask({ email, proof: `${proof}${"0".repeat(200)}` });
  expect([long.status, (await long.json<Refusal>()).code]).toEqual([400, "invalid_request"]);
  expect((await ask({ email, proof: 7 })).status).toBe(400);
  expect(await countLinks(email)).toBe(0);
  expect((await ask({ email, proof })).status).toBe(200);
});

test("counts every attempt against the network, and no rejected attempt against the mailbox", async () => {
  const email = freshEmail();
  const ip = freshAddress();
  const codes: string[] = [];
  for (let i = 0; i < 11; i += 1) {
    const body = i % 2 === 0 ? { email } : { email, proof: "wrong" };
    codes.push((await (await ask(body, ALWAYS, ip)).json<Refusal>()).code);
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => "proof_required"), "rate_limited"]);
  expect((await ask({ email, proof: await proofFor(email) })).status).toBe(200);
  expect((await newestLink(email)).muted).toBe(0);
});

test("issues a different challenge each time, with bounded parts and without its answer", async () => {
  const email = freshEmail();
  const [one, two] = [await challengeFor(email), await challengeFor(email)];
  expect(one).toEqual({
    algorithm: "PBKDF2-SHA-256",
    salt: expect.stringMatching(/^[\w-]{22}$/),
    iterations: 1_000,
    candidates: 2_000,
    key: expect.stringMatching(/^[\w+/]{43}=$/),
    token: expect.stringMatching(/^[\da-z]{8,9}\.[\w-]{22}\.[\w-]{43}$/),
  });
  expect([two.salt, two.key, two.token]).not.toEqual([one.salt, one.key, one.token]);
});
