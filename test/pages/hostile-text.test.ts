/** Pages and messages with text crafted to be expensive or deeply nested are still shown with all of their words. */
import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hostileText } from "../support/hostile-markdown.ts";
import { makePage, type World, world } from "../support/world.ts";

// Dozens of texts are written, each merged with the previous one.
vi.setConfig({ testTimeout: 180_000 });

const show = async (w: World, path: string): Promise<string> => {
  const answer = await exports.default.fetch(
    new Request(`http://localhost:8787${path}`, { headers: { Cookie: `session=${w.session("vera")}` } }),
  );
  expect(answer.status).toBe(200);
  return answer.text();
};

/** The visible text, without the editor's source in the template. */
const wordsOf = (html: string): string => html.replaceAll(/<template.*?<\/template>/gs, "").replaceAll(/<[^>]*>/g, " ");

const UNITS = [
  "> ",
  "- ",
  "1. ",
  "[^a]: ",
  "**",
  "*a ",
  "**a_",
  "[",
  "![",
  "[a](",
  "![a](",
  "[a][",
  "`",
  "<!--",
  "<a ",
  "|",
];
const SHAPES = [
  "strong in strong",
  "a deep list and blank lines",
  "emphasis around many lines",
  "spaces between two words",
  "spaces below a pipe",
  "a long domain",
  "parentheses behind an address",
  "a wide table of short rows",
];

const textsOf = (length: number): string[] => [
  ...UNITS.map((unit) => unit.repeat(length / unit.length)),
  ...SHAPES.map((shape) => hostileText(shape, length)),
];

test("renders a page of any type whatever its text repeats", async () => {
  const w = await world();
  for (const [type, lead] of [
    ["DOCUMENT", ""],
    ["TASK_LIST", "- [ ] "],
  ] as const) {
    const { body } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Odd", type });
    let revision: number = body.revision;
    for (const text of type === "DOCUMENT" ? textsOf(6_000) : textsOf(6_000).slice(0, 6)) {
      // oxlint-disable-next-line no-await-in-loop -- each edit builds on the previous one
      const written = await w.as("olivia").patch(`/api/pages/${body.id}`, {
        expectedRevision: revision,
        content: `${lead}alpha\n\n${lead}${text}omega\n\n${lead}last`,
      });
      expect([type, text.slice(0, 9), written.status]).toEqual([type, text.slice(0, 9), 200]);
      revision = written.body.revision;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const words = wordsOf(await show(w, `/pages/${body.id}`));
      // A task list page shows only its tasks.
      expect(words).toMatch(type === "DOCUMENT" ? /alpha[^]*omega[^]*last/ : /alpha/);
    }
  }
});

test("keeps a channel and its messages readable around a deeply nested message", async () => {
  const w = await world();
  for (const text of textsOf(6_000)) {
    const page = await makePage(w, { title: "General", type: "CHANNEL" });
    for (const content of ["alpha", `${text}omega`, "last"]) {
      // oxlint-disable-next-line no-await-in-loop -- messages must be in order
      const said = await w.as("edna").post(`/api/pages/${page}/messages`, { content });
      expect(said.status).toBe(201);
    }
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    expect(wordsOf(await show(w, `/pages/${page}`))).toMatch(/alpha[^]*omega[^]*last/);
  }
});
