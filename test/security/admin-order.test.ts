/** Callers who may not use an administrator route are rejected for that first, whatever else is wrong with the request. */
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { ORIGIN, world } from "../support/world.ts";

const ROUTES = api.list.filter(({ spec }) => spec.role === "admin").map(({ spec }) => [spec.operation, spec] as const);

const QUERY = "?limit=0&timeRange=never&cursor=%00&from=x&email=%00&id=a&q=%00";

test("finds the administrators' routes", () => expect(ROUTES.length).toBeGreaterThan(6));

test.each(ROUTES)(
  "%s rejects an invalid request of a regular user with 403, and that of an administrator with 400",
  async (_, spec) => {
    const w = await world();
    // A page redirects callers who are not signed in to the sign-in page, and treats invalid field values as unset.
    const isPage = spec.answer.schema === "html";
    const ask = async (token: string, path: string, type: string, body: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": type, "CF-Connecting-IP": "192.0.2.9" };
      const init = {
        method: spec.method.toUpperCase(),
        headers,
        redirect: "manual" as const,
        ...(spec.method !== "get" && { body }),
      };
      return (await exports.default.fetch(new Request(ORIGIN + path, init))).status;
    };
    const named = spec.path.replace(/:\w+/g, "someone");
    const requests: [path: string, type: string, body: string][] = [
      [named + QUERY, "application/json", '{"reason":7}'],
      [spec.path.replace(/:\w+/g, "%20") + QUERY, "application/json", "{}"],
      [named, "application/json", "{"],
      [named, "text/plain", "x"],
      [named, "application/json", `"${"x".repeat(100_000)}"`],
    ];
    for (const request of requests) {
      expect(await ask(w.session("edna"), ...request), request.join(" ").slice(0, 99)).toBe(403);
      expect(await ask(`ses_${"A".repeat(43)}`, ...request), request.join(" ").slice(0, 99)).toBe(isPage ? 303 : 401);
    }
    const [bad = ["", "", ""]] = requests;
    if (!isPage && (spec.query ?? spec.json)) expect([400, 404]).toContain(await ask(w.session("rupert"), ...bad));
  },
);
