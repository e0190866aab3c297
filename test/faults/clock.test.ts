/** Clock skew between machines and clocks that step back: nothing is accepted after its expiry on the serving machine. */
import { expect, test, vi } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { callWith, csrfOf, freshEmail, mailedLink, OWN_PAGE, requestTo, signIn } from "../flows/sign-in.ts";
import { seededFractions } from "../support/seeded.ts";
import { d1 } from "../support/d1.ts";

const MINUTE = 60_000;
const SKEW = 5 * MINUTE;

/** Serves one request on a machine whose clock shows `now`. */
async function at(now: number, request: Request): Promise<Response> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  return callWith({}, request).finally(() => clock.mockRestore());
}

/** Times around `end` within the skew, stepping back and forth. */
function momentsAround(end: number, seed: number): number[] {
  const random = seededFractions(seed);
  const drawn = Array.from({ length: 40 }, () => end + Math.round((random() * 2 - 1) * SKEW));
  return [end - 1, ...drawn.filter((now) => now < end), end, end + 1, ...drawn];
}

test("accepts a session until its end on any machine's clock, and never again once it has expired", async () => {
  const { token } = await signIn();
  const end = await d1`select expires_at from sessions where token_hash = ${hashToken("session", token)}`.first<number>(
    "expires_at",
  );
  let isOver = false;
  for (const now of momentsAround(Number(end), 5)) {
    isOver ||= now >= Number(end);
    const request = requestTo("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } });
    expect((await at(now, request)).status, `${now - Number(end)} ms`).toBe(isOver ? 401 : 200);
  }
});

test("accepts a link until its end on any machine's clock", async () => {
  const ends: string[] = [];
  for (const offset of [-SKEW, -1, 0, 1, SKEW]) {
    const { url, linkId } = await mailedLink(freshEmail());
    const end = await d1`select expires_at from magic_links where id = ${linkId}`.first<number>("expires_at");
    const opened = await at(Number(end) + offset, requestTo(url.pathname + url.search));
    ends.push(opened.headers.get("Location") ?? "");
  }
  expect(ends.map((location) => location.startsWith("/auth/continue"))).toEqual([true, true, false, false, false]);
});

test("accepts a CSRF token for a day on any machine's clock, and none from the far future", async () => {
  const { cookie } = await signIn();
  const start = Date.now();
  const token = await csrfOf(cookie);
  const post = (now: number, csrf: string): Promise<Response> =>
    at(
      now,
      requestTo("/api/drives", {
        method: "POST",
        headers: { ...OWN_PAGE, Cookie: cookie, "X-CSRF-Token": csrf, "Content-Type": "application/json" },
        body: '{"name":"x"}',
      }),
    );
  const day = 86_400_000;
  // Created slightly after `start`, so the exact end is not tested.
  for (const [now, status] of [
    [start, 201],
    [start + day - MINUTE, 201],
    [start + day + MINUTE, 403],
    [start - SKEW, 403],
    [start + MINUTE, 201],
  ] as const) {
    expect((await post(now, token)).status, `${now - start} ms`).toBe(status);
  }
});

test("admits no more than the limit when the clocks of callers differ by minutes", async () => {
  const random = seededFractions(9);
  const start = Date.now();
  let admitted = 0;
  for (let i = 0; i < 60; i += 1) {
    const request = requestTo("/api/auth/magic-link/verify?token=x", {
      headers: { "CF-Connecting-IP": "203.0.113.77" },
    });
    const clock = vi.spyOn(Date, "now").mockReturnValue(start + Math.round((random() * 2 - 1) * (SKEW - 1)));
    const { status } = await callWith({ RATE_LIMIT_SCALE: "1" }, request).finally(() => clock.mockRestore());
    admitted += status === 303 ? 1 : 0;
  }
  expect(admitted).toBe(20);
});
