/** In-app navigation requests only the view, which costs less than the whole page and contains nothing else. */
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { measure } from "../cost/meter.ts";
import { makePage, type World, world } from "../support/world.ts";

const PART = { "Octavo-Part": "main" };

const ask = (w: World, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  exports.default.fetch(
    new Request(`http://localhost:8787${path}`, {
      headers: { Cookie: `session=${w.session("olivia")}`, ...headers },
      redirect: "manual",
    }),
  );

test("returns the main column of the page, without the sidebar and its queries", async () => {
  const w = await world();
  const folder = await makePage(w, { title: "Folder", type: "FOLDER" });
  const page = await makePage(w, { title: "Inside", type: "CODE", parentId: folder });
  const read = async (headers?: Record<string, string>) => {
    let html = "";
    const { waited } = await measure(async () => {
      const answer = await ask(w, `/pages/${page}`, headers);
      expect([answer.status, answer.headers.get("Vary")]).toEqual([200, "Cookie, Authorization, Octavo-Part"]);
      html = await answer.clone().text();
      return answer;
    });
    return { html, waited };
  };
  const [whole, part] = [await read(), await read(PART)];
  const mainOf = (html: string): string => /<main.*<\/main>/s.exec(html)?.[0] ?? "";
  expect(mainOf(part.html)).toBe(mainOf(whole.html));
  expect(mainOf(part.html)).toContain(`data-path="${folder} ${page}"`);
  expect([whole.html.includes('id="side"'), part.html.includes('id="side"')]).toEqual([true, false]);
  expect(part.html).toContain("<title>Inside · Octavo</title>");
  expect(part.waited.rowsRead).toBeLessThan(whole.waited.rowsRead);
});

test("redirects a partial request without a session to sign-in", async () => {
  const w = await world();
  const answer = await exports.default.fetch(
    new Request(`http://localhost:8787/drives/${w.drive}`, { headers: PART, redirect: "manual" }),
  );
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/signin?next=%2Fdrives%2F${w.drive}`]);
});
