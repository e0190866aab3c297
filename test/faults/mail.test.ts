/** Mail provider outage: requests answer as usual, the job is retried until the link expires, and at most one mail is sent. */
import { expect, test, vi } from "vitest";
import { callWith, consume, freshEmail, mailJob, newestLink, requestTo } from "../flows/sign-in.ts";
import { faultyDatabase } from "./database.ts";
import { seededFractions } from "../support/seeded.ts";
import { d1 } from "../support/d1.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  EMAIL_FROM: "octavo@octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
  RATE_LIMIT_SCALE: "100000",
  JOBS: { sendBatch: () => Promise.resolve() },
};

async function askedFor(email: string): Promise<string> {
  const request = requestTo("/api/auth/magic-link/send", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  expect((await callWith(PRODUCTION, request)).status).toBe(200);
  return (await newestLink(email)).id;
}

const quietly = async (work: () => Promise<void>): Promise<void> => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await work().finally(() => warned.mockRestore());
};

test("retries a job while the mail provider is down, and gives up once the link has expired", async () => {
  await quietly(async () => {
    const id = await askedFor(freshEmail());
    let calls = 0;
    const EMAIL = { send: () => Promise.reject(new Error(`down ${(calls += 1)}`)) };
    const retried: number[] = [];
    for (let attempts = 1; attempts <= 7; attempts += 1) {
      const result = await consume([mailJob(id)], { attempts, variables: { ...PRODUCTION, EMAIL } });
      retried.push(result.retryMessages.length);
    }
    expect(retried).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(calls).toBe(7);
    await d1`update magic_links set expires_at = 1 where id = ${id}`.run();
    const late = await consume([mailJob(id)], { attempts: 8, variables: { ...PRODUCTION, EMAIL } });
    expect([late.explicitAcks.length, late.retryMessages.length, calls]).toEqual([1, 0, 7]);
  });
});

test("sends each link exactly once with duplicate jobs and a provider that fails half the time", async () => {
  await quietly(async () => {
    const random = seededFractions(11);
    const arrived: string[] = [];
    const EMAIL = {
      send: ({ to }: { to: string }) => {
        if (random() < 0.5) return Promise.reject(new Error("busy"));
        arrived.push(to);
        return Promise.resolve();
      },
    };
    const emails = Array.from({ length: 8 }, () => freshEmail());
    let waiting: string[] = [];
    for (const email of emails) waiting.push(await askedFor(email));
    for (let attempts = 1; attempts < 30 && waiting.length > 0; attempts += 1) {
      const jobs = waiting.flatMap((id) => [mailJob(id), mailJob(id)]);
      const result = await consume(jobs, { attempts, variables: { ...PRODUCTION, EMAIL } });
      const again = new Set(result.retryMessages.map(({ msgId }) => Math.floor(Number(msgId.split("-")[1]) / 2)));
      waiting = waiting.filter((_, i) => again.has(i));
    }
    expect(waiting).toEqual([]);
    expect(arrived.toSorted()).toEqual(emails.toSorted());
  });
});

test("sends a link on the next attempt when the reply to its claim was lost", async () => {
  await quietly(async () => {
    const id = await askedFor(freshEmail());
    const arrived: string[] = [];
    const EMAIL = { send: ({ to }: { to: string }) => Promise.resolve(void arrived.push(to)) };
    let trips = 0;
    const DB = faultyDatabase(() => ((trips += 1) === 1 ? "after" : null));
    const first = await consume([mailJob(id)], { variables: { ...PRODUCTION, EMAIL, DB } });
    expect([first.retryMessages.length, arrived.length]).toEqual([1, 0]);
    const second = await consume([mailJob(id)], { attempts: 2, variables: { ...PRODUCTION, EMAIL } });
    expect([second.explicitAcks.length, arrived.length]).toEqual([1, 1]);
  });
});
