/** Any query in any script: no failures, no query syntax, consistent pagination, and plain-text results. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import "../support/random-seed.ts";
import { type World, world } from "../support/world.ts";
import { ask, indexNow, titles, titlesOf, write } from "./fixtures.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

let w: World;

beforeAll(async () => {
  w = await world();
  await write(w, [
    { title: "One", content: "alpha beta gamma delta" },
    { title: "Two", content: "alpha <script>alert(1)</script> beta" },
    { title: "Three", content: "保存 alpha 問題" },
    ...Array.from({ length: 9 }, (_, i) => ({ title: `Numbered ${i}`, content: "wombat" })),
  ]);
  await indexNow();
});

const status = async (query: string): Promise<[number, string]> => {
  const { status: code, body } = await w.as("vera").get(`/api/search?${query}`);
  return [code, body.code];
};

describe("q", () => {
  test.each(["", "q=", "q=%20%20", `q=${"x".repeat(201)}`, `q=${encodeURIComponent("😀".repeat(201))}`, "q=%00"])(
    "rejects %s",
    async (query) => {
      expect(await status(query)).toEqual([400, "invalid_request"]);
    },
  );

  test("accepts any 200 characters", async () => {
    for (const q of [
      "x".repeat(200),
      "😀".repeat(200),
      "a_".repeat(100),
      "aB".repeat(100),
      "保".repeat(200),
      "a b ".repeat(50),
    ])
      expect((await ask(w.as("vera"), q)).results).toEqual([]);
  });

  test.each([
    '"',
    "alpha AND",
    "NEAR(alpha beta)",
    "alpha*",
    "^alpha",
    "title:alpha",
    "-alpha",
    "(alpha",
    "'; drop table docs; --",
    "alpha OR beta",
    "{alpha}",
    "%_%",
    "\u{2028}alpha",
  ])("treats %s as text, not as syntax", async (q) => {
    const found = await titles(w.as("vera"), q);
    expect(found.includes("One")).toBe(q.includes("alpha"));
    expect(await env.SEARCH.prepare("select count(*) > 0 as there from docs").first()).toEqual({ there: 1 });
  });

  nightly(
    "accepts any Unicode",
    async () => {
      const scripts = fc.constantFrom(
        ..."aZ9_ -\"'*():^%\\/#保存あアー한ßæœéЙё😀\u200d\ufe0f\u0301\u0e01\u0e31ﷺ﹏①Ａ".split(""),
      );
      const q = fc.oneof(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
        fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
        fc.string({ unit: scripts, minLength: 1, maxLength: 100 }),
        fc
          .array(fc.constantFrom("alpha", "beta", "al", "getUserName", "a_b_c", "保存", '"', "*"), { maxLength: 30 })
          .map((words) => words.join(" ")),
      );
      await fc.assert(
        fc.asyncProperty(q, async (text) => {
          const [code] = await status(new URLSearchParams({ q: text }).toString());
          const fits = text.isWellFormed() && !text.includes("\0") && text.normalize("NFC").trim() !== "";
          // URLSearchParams replaces ill-formed text.
          if (fits && Array.from(text.normalize("NFC").trim()).length <= 200) expect([text, code]).toEqual([text, 200]);
          else expect([200, 400]).toContain(code);
        }),
        { numRuns: env.PROOFS ? 300 : 80 },
      );
    },
    120_000,
  );

  test("finds a word by any part of it", async () => {
    const word = "Überraschungsöffnungszeit";
    await write(w, [{ title: "Stretch", content: `Eine ${word}, bitte.` }]);
    await indexNow();
    await fc.assert(
      fc.asyncProperty(fc.nat(word.length - 3), fc.integer({ min: 3, max: word.length }), async (from, length) => {
        expect(await titles(w.as("vera"), word.slice(from, from + length))).toContain("Stretch");
      }),
      { numRuns: 60 },
    );
  });
});

describe("result pages", () => {
  test("continue without gaps or duplicates for any page size", async () => {
    const whole = await titles(w.as("vera"), "wombat numbered", { limit: 100 });
    expect(whole).toHaveLength(9);
    for (const limit of [1, 2, 4, 9]) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const answer = await ask(w.as("vera"), "wombat numbered", { limit, ...(cursor !== null && { cursor }) });
        expect(answer.results.length).toBeLessThanOrEqual(limit);
        found.push(...titlesOf(answer));
        cursor = answer.nextCursor;
      } while (cursor !== null);
      expect(found).toEqual(whole);
    }
  });

  test("continue when the last page shown has changed or is gone", async () => {
    const first = await ask(w.as("vera"), "wombat", { limit: 4 });
    const last = first.results.at(-1);
    await w.as("edna").patch(`/api/pages/${last?.pageId}`, { content: "wombat changed" });
    await indexNow();
    const cursor = first.nextCursor ?? "";
    const rest = await titles(w.as("vera"), "wombat", { cursor });
    expect(rest).toEqual(["Numbered 4", "Numbered 3", "Numbered 2", "Numbered 1", "Numbered 0"]);
    await w.as("olivia").delete(`/api/pages/${last?.pageId}`);
    await w.as("olivia").delete(`/api/trash/${last?.pageId}`);
    await indexNow();
    expect(await titles(w.as("vera"), "wombat", { cursor })).toEqual(rest);
  });

  test("repeat a result rather than skip one when pages share a modification time", async () => {
    await write(
      w,
      Array.from({ length: 6 }, (_, i) => ({ title: `Twin ${i}`, content: "yapok" })),
    );
    await d1`update pages set updated_at = 1 where title like 'Twin %'`.run();
    await indexNow();
    const whole = await titles(w.as("vera"), "yapok");
    const first = await ask(w.as("vera"), "yapok", { limit: 2 });
    await w.as("edna").patch(`/api/pages/${first.results.at(-1)?.pageId}`, { content: "yapok changed" });
    await indexNow();
    const cursor = first.nextCursor ?? "";
    expect(await titles(w.as("vera"), "yapok", { cursor })).toEqual(expect.arrayContaining(whole.slice(2)));
  });

  test.each([
    "x",
    "W10",
    Buffer.from('[0,"a b",1]').toString("base64url"),
    Buffer.from('[99,"a",1]').toString("base64url"),
    Buffer.from('[1,"a",1.5]').toString("base64url"),
  ])("rejects the cursor %s", async (cursor) => {
    expect(await status(`q=alpha&cursor=${cursor}`)).toEqual([400, "invalid_request"]);
  });

  test("returns nothing for another user's cursor", async () => {
    const { nextCursor } = await ask(w.as("vera"), "numbered", { limit: 1 });
    expect(await titles(w.as("oscar"), "numbered", { cursor: nextCursor ?? "" })).toEqual([]);
  });
});

describe("snippets", () => {
  test("show and highlight the match deep in a page", async () => {
    const content = `${"Filler without meaning. ".repeat(400)}\nHere the Größe of a\tcapybara matters.\n${"More filler. ".repeat(50)}`;
    await write(w, [{ title: "Long", content }]);
    await indexNow();
    const [result] = (await ask(w.as("vera"), "CAPYBARA groß")).results;
    expect(result?.snippet).toMatch(/^….*Here the Größe of a capybara matters\. More filler.*…$/u);
    const marked = result?.highlights.map(([from, to]) => result.snippet.slice(from, to));
    expect(marked).toContain("capybara");
  });

  test("show rendered text from any part of a page, with correct positions", async () => {
    const about = "## Tides\n\n- [ ] Ask **the** [harbour *office*](https://example.com/quay) about `ebb`\n\n";
    const table = "| Port | Zebrafish |\n| --- | --- |\n| Lynn | **twelve** ![chart](/api/files/1/view) |\n";
    const filler = "Some [long](https://example.com/long/address) **words**. ";
    await write(w, [
      { title: "Marks", content: `${about}${filler.repeat(20)}\n\n${table}\n${filler.repeat(20)}` },
      { title: "Stars", type: "CODE", content: "const quokka = `a` ** b;" },
    ]);
    await indexNow();
    const found = async (q: string) => {
      const [result] = (await ask(w.as("vera"), q)).results;
      return [result?.snippet ?? "", result?.highlights.map(([from, to]) => result.snippet.slice(from, to))] as const;
    };
    const [head, marked] = await found("harbour office");
    expect(head).toMatch(/^Tides Ask the harbour office about ebb Some long words\. .*…$/);
    expect(marked).toEqual(["harbour office"]);
    const [inside, zebra] = await found("zebrafish");
    expect(inside).toMatch(/^…words\. Port · Zebrafish Lynn · twelve chart Some long words/);
    expect(inside).not.toMatch(/[*`|#[\]()]/);
    expect(zebra).toEqual(["Zebrafish"]);
    // A match inside a URL is shown with the URL.
    expect(await found("quay")).toEqual([expect.stringContaining("https://example.com/quay"), ["quay"]]);
    // Code has no markup to strip.
    expect((await found("quokka"))[0]).toBe("const quokka = `a` ** b;");
  });

  test("contain plain text without markup, of the current page", async () => {
    const { results } = await ask(w.as("vera"), "alert");
    expect(results[0]?.snippet).toBe("alpha <script>alert(1)</script> beta");
    expect(results[0]?.highlights).toEqual([[14, 19]]);
    // Changed but not yet indexed: removed text is not shown.
    await w.as("edna").patch(`/api/pages/${results[0]?.pageId}`, { content: "taken out" });
    expect((await ask(w.as("vera"), "alert")).results[0]?.snippet).toBe("taken out");
  });
});
