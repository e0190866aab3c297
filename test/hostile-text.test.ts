/** Pages and messages whose text is made to cost much or to nest without end are shown to everybody, with all of their words. */
import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hostileText } from "./hostile-markdown.ts";
import { type World, world } from "./world.ts";

// Dozens of pages are written, each merged with the one before.
vi.setConfig({ testTimeout: 180_000 });

const show = async (w: World, path: string): Promise<string> => {
  const answer = await exports.default.fetch(
    new Request(`http://localhost:8787${path}`, { headers: { Cookie: `session=${w.session("vera")}` } }),
  );
  expect(answer.status).toBe(200);
  return answer.text();
};

/** What a reader sees; the source for the editor is in a template. */
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

test("a page of any type is shown, whatever its text repeats", async () => {
  const w = await world();
  for (const [type, lead] of [
    ["DOCUMENT", ""],
    ["TASK_LIST", "- [ ] "],
  ] as const) {
    const { body } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Odd", type });
    let revision: number = body.revision;
    for (const text of type === "DOCUMENT" ? textsOf(6_000) : textsOf(6_000).slice(0, 6)) {
      // oxlint-disable-next-line no-await-in-loop -- each is written over the one before
      const written = await w.as("olivia").patch(`/api/pages/${body.id}`, {
        expectedRevision: revision,
        content: `${lead}alpha\n\n${lead}${text}omega\n\n${lead}last`,
      });
      expect([type, text.slice(0, 9), written.status]).toEqual([type, text.slice(0, 9), 200]);
      revision = written.body.revision;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const words = wordsOf(await show(w, `/pages/${body.id}`));
      // Of a list of tasks only the tasks are shown.
      expect(words).toMatch(type === "DOCUMENT" ? /alpha[^]*omega[^]*last/ : /alpha/);
    }
  }
});

test("a message that nests without end leaves the channel and the messages around it readable", async () => {
  const w = await world();
  for (const text of textsOf(6_000)) {
    const { body: page } = await w
      .as("olivia")
      .post("/api/pages", { driveId: w.drive, title: "General", type: "CHANNEL" });
    for (const content of ["alpha", `${text}omega`, "last"]) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const said = await w.as("edna").post(`/api/pages/${page.id}/messages`, { content });
      expect(said.status).toBe(201);
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(wordsOf(await show(w, `/pages/${page.id}`))).toMatch(/alpha[^]*omega[^]*last/);
  }
});
