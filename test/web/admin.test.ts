/** Administration pages: access, contents, and escaping of user text. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { metrics } from "../../src/platform/metrics.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { forgetMeasured, flushNow } from "../monitoring/harness.ts";
import { type Person, type World, anonymous, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const PLACES = ["/admin", "/admin/users", "/admin/audit"] as const;
const HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>";

let w: World;

beforeEach(async () => {
  w = await world();
  forgetMeasured();
  await env.DB.batch(["metrics", "error_log"].map((table) => env.DB.prepare(`delete from ${table}`)));
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

const open = async (path: string, person: Person = "rupert"): Promise<string> => {
  const { status, body } = await w.as(person).get<string>(path);
  expect(status, path).toBe(200);
  return body;
};

/** The visible text of one section, without markup. */
const sectionOf = (html: string, id: string): string =>
  (html.split(`aria-labelledby="${id}"`)[1]?.split("</section>")[0] ?? "").replaceAll(/<[^>]+>/g, " ");

async function fail(message: string): Promise<void> {
  const gone = (): Promise<never> => Promise.reject(new Error(message));
  const statement = { bind: () => statement, all: gone };
  await callWith(
    { DB: { prepare: () => statement, batch: gone } },
    requestTo("/api/drives", { headers: { Authorization: `Bearer ${w.session("vera")}` } }),
  );
}

test("returns 403 to users who are not administrators now, and shows them no link", async () => {
  for (const path of PLACES) {
    const { status, body } = await w.as("olivia").get<string>(path);
    expect([status, body.includes("Access denied"), body.includes("<table")], path).toEqual([403, true, false]);
    expect((await anonymous().get(path)).headers.get("Location")).toBe(`/signin?next=${encodeURIComponent(path)}`);
  }
  expect(await open("/settings", "olivia")).not.toContain('href="/admin"');
  expect(await open("/settings")).toContain('href="/admin"');
  await d1`update users set role = 'user' where id = ${w.ids.rupert}`.run();
  for (const path of PLACES) expect((await w.as("rupert").get(path)).status, path).toBe(403);
  expect(await open("/settings")).not.toContain('href="/admin"');
});

test("shows the product's version, as the health check returns it, on every page", async () => {
  const { body } = await anonymous().get<{ version: string }>("/api/health");
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const path of PLACES) expect(await open(path), path).toContain(`Octavo, version ${body.version}</footer>`);
});

test("shows a chart for each metric with the same numbers in a table", async () => {
  for (let i = 0; i < 3; i += 1) await w.as("vera").get("/api/drives");
  await fail("gone");
  await flushNow();
  const html = await open("/admin?range=1h");
  for (const id of ["system-health", "api-metrics", "user-activity", "ai-usage", "error-logs", "performance"]) {
    const section = html.split(`aria-labelledby="${id}"`)[1]?.split("</section>")[0] ?? "";
    expect([section.includes("<svg"), section.includes("<table")], id).toEqual([true, true]);
  }
  const { body: api } = await w.as("rupert").get("/api/monitoring/api-metrics?timeRange=1h");
  const section = sectionOf(html, "api-metrics");
  expect(section).toMatch(/Requests\s+4\s+Failed\s+1 \(25 %\)/);
  expect(section).toContain("GET /api/drives");
  const step = api.series.find(({ requests }: { requests: number }) => requests === 4);
  expect(section).toMatch(new RegExp(`${step.at.slice(11, 16)}\\s+4\\s+1\\s`));
  expect(section).toContain(`${step.at.slice(11, 16)}: Requests 4, Failed 1`);
});

test.each([
  ["1h", 60],
  ["24h", 24],
  ["7d", 28],
  ["30d", 30],
] as const)("shows a row for each step of the %s range (%d), and marks the range", async (range, steps) => {
  const html = await open(`/admin?range=${range}`);
  const section = html.split('aria-labelledby="api-metrics"')[1]?.split("</section>")[0] ?? "";
  expect(section.match(/<th scope="row"><time/g)).toHaveLength(steps);
  expect(html).toContain(`<a href="/admin?range=${range}" aria-current="true">`);
});

test("shows an empty day for an invalid range and a service without measurements", async () => {
  await d1`delete from activity`.run();
  const html = await open("/admin?range=99y&errors=%00");
  expect(html).toContain('<a href="/admin?range=24h" aria-current="true">');
  expect(sectionOf(html, "error-logs")).toContain("No errors.");
  expect(sectionOf(html, "performance")).toContain("–");
  expect(html).not.toMatch(/NaN|undefined|Infinity/);
});

test("escapes markup in errors", async () => {
  await fail(`no such table ${HOSTILE}`);
  await flushNow();
  const html = await open("/admin");
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;script>alert(1)&lt;/script>");
});

test("contains no inline scripts or styles", async () => {
  await fail("gone");
  await flushNow();
  for (const path of [...PLACES, "/admin/audit?verify=1"]) {
    const html = await open(path);
    expect(
      [...html.matchAll(/\s(?:style|on\w+)=|<style|<script(?![^>]*\ssrc=)/g)].map(([found]) => found),
      path,
    ).toEqual([]);
  }
});

test("loads the overview in few round trips for any range", async () => {
  const trips = async (range: string): Promise<number> => {
    metrics.take(Date.now());
    metrics.sent();
    let count = 0;
    const { DB } = env;
    const counted = new Proxy(DB, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "batch") count += 1;
          // Forward the database method unchanged.
          return (value as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    const answer = await callWith(
      { DB: counted },
      requestTo(`/admin?range=${range}`, { headers: { Authorization: `Bearer ${w.session("rupert")}` } }),
    );
    expect(answer.status).toBe(200);
    return count;
  };
  // The caller, their drives, pages shared with them, health, all other metrics at once, and preferences without a cookie.
  expect([await trips("1h"), await trips("30d")]).toEqual([6, 6]);
});

test("lists users with their counts, finds them by part of a name, and pages", async () => {
  await d1`update users set name = ${HOSTILE} where id = ${w.ids.vera}`.run();
  const html = await open(`/admin/users?q=${w.ids.vera}`);
  expect(html).toContain("&lt;script>alert(1)");
  expect(html).not.toContain("<script>alert");
  expect(html.match(/<tr role="row" data-id/g)).toHaveLength(1);
  expect(html).toContain(`value="${w.ids.vera}"`);
  expect(await open("/admin/users?q=nobody-is-called-this")).toContain("email contains “nobody-is-called-this”");
  const now = Date.now();
  await env.DB.batch(
    Array.from({ length: 55 }, (_, i) =>
      env.DB.prepare(
        "insert into users (id, name, email, login_email, role, created_at, updated_at) values (?1, 'Page', ?1, ?1, 'user', ?2, ?2)",
      ).bind(`paged-${w.ids.vera}-${String(i).padStart(2, "0")}`, now),
    ),
  );
  const q = `paged-${w.ids.vera}`;
  const first = await open(`/admin/users?q=${q}`);
  const next = /href="(\/admin\/users\?q=[^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const second = await open(next);
  const ids = [first, second].flatMap((page) => [...page.matchAll(/data-id="([^"]*)"/g)].map(([, id]) => id));
  expect(new Set(ids).size).toBe(55);
  expect(second).not.toContain("Next page");
});

test("offers the available actions in each row, except on oneself, and unsuspension for suspended users", async () => {
  const row = async (person: Person): Promise<string> =>
    (await open(`/admin/users?q=${w.ids[person]}`)).split("<tbody")[1] ?? "";
  expect(await row("rupert")).toMatch(/Admin.*This is you/s);
  expect(await row("rupert")).not.toContain("data-act");
  expect(await row("vera")).toContain('data-act="suspend"');
  await w.as("rupert").post(`/api/admin/users/${w.ids.vera}/suspend`, {});
  expect(await row("vera")).toContain('data-act="unsuspend"');
  expect(await row("vera")).toContain("Suspended");
});

test("lists the audit log newest first through its filters, with each entry in hashed form", async () => {
  await w.as("rupert").post(`/api/admin/users/${w.ids.vera}/suspend`, { reason: `because ${HOSTILE}` });
  const html = await open(`/admin/audit?kind=account.suspend&userId=&from=&to=`);
  expect(html.match(/<details class="entry"/g)?.length).toBeGreaterThan(0);
  expect(html).toContain("because &lt;script>alert(1)");
  expect(html).not.toContain("<script>alert");
  expect(html).toContain('<option value="account.suspend" selected>');
  expect(await open(`/admin/audit?kind=account.suspend&to=2020-01-01T00:00`)).toContain("No matching entries.");
  const since = await open(`/admin/audit?kind=account.suspend&from=2020-01-01T00:00`);
  expect(since).toContain('value="2020-01-01T00:00"');
  expect(since).toContain("because");
});

test("finds audit entries by a user's email in any spelling", async () => {
  await w.as("olivia").post("/api/auth/mcp-tokens", { name: "found by address" });
  const { email } = (await w.as("olivia").get<{ email: string }>("/api/auth/me")).body;
  const html = await open(`/admin/audit?kind=mcp.create&userId=${encodeURIComponent(` ${email.toUpperCase()} `)}`);
  const users = new Set([...html.matchAll(/<dt>User ID<\/dt><dd>([^<]+)</g)].map(([, id]) => id));
  expect([...users]).toEqual([w.ids.olivia]);
  expect(html).toContain(`value="${email.toUpperCase()}"`);
  expect(await open("/admin/audit?userId=nobody@example.com")).toContain("No matching entries.");
});

test("finds audit entries by words in any case", async () => {
  const reason = `zeugma ${HOSTILE}`;
  await w.as("rupert").post(`/api/admin/users/${w.ids.vera}/suspend`, { reason });
  const html = await open(`/admin/audit?q=${encodeURIComponent(" ZEUGMA onerror=alert(2) ")}`);
  expect(html.match(/<details class="entry"/g)).toHaveLength(1);
  expect(html).toContain('value="ZEUGMA onerror=alert(2)"');
  expect(html).not.toContain("<img");
  expect(await open("/admin/audit?q=nowhere-to-be-found")).toContain("No matching entries.");
});

test.each([
  ["from=yesterday", "The filter “from” is not valid"],
  ["userId=%00", "The filter “userId” is not valid"],
  ["cursor=next", "The cursor does not belong to this list."],
])("rejects the query %s with a message instead of ignoring it", async (query, words) => {
  const { status, body } = await w.as("rupert").get<string>(`/admin/audit?${query}`);
  expect([status, body.includes(words)]).toEqual([400, true]);
});

test("pages through the audit log to its first entry", async () => {
  for (let i = 0; i < 55; i += 1) await w.as("olivia").post("/api/auth/mcp-tokens", { name: `tool ${i}` });
  const seen: string[] = [];
  for (let path = "/admin/audit?kind=mcp.create"; path !== "";) {
    const html = await open(path);
    seen.push(...[...html.matchAll(/<dt>Entry<\/dt><dd>([\d,]+)</g)].map(([, seq]) => seq ?? ""));
    path = /href="(\/admin\/audit\?kind=mcp\.create[^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  }
  expect(seen.length).toBeGreaterThanOrEqual(55);
  expect(new Set(seen).size).toBe(seen.length);
});

test("shows the API's verification result: verdict, entries, checkpoint and key", async () => {
  expect(await open("/admin/audit")).not.toContain("The audit log is intact");
  const html = await open("/admin/audit?verify=1");
  const { body } = await w.as("rupert").get("/api/admin/audit/verify");
  const proof = sectionOf(html, "proof");
  expect(proof).toContain("The audit log is intact");
  expect(proof).toMatch(new RegExp(`Recomputed entries\\s+${body.entries}\\s`));
  expect(proof).toContain(body.key);
  for (const line of body.checkpoint.note.split("\n")) expect(proof).toContain(line);
});
