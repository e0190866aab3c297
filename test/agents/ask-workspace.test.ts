/** Questions about everything that a user can see. */
import { expect, test } from "vitest";
import { answers, say, tool } from "../support/model-script.ts";
import { requestsOf, scriptModel } from "../support/models.ts";
import { makeDrive, makePage, world } from "../support/world.ts";
import { answerTo } from "./harness.ts";

const QUOTES = [
  ["en", "The launch is on May 5.", "The launch is on May 5"],
  ["de", "Der Start ist am 5. Mai.", "Start ist am 5. Mai"],
  ["ar", "الإطلاق في الخامس من مايو.", "الإطلاق في الخامس"],
  ["zh", "发布日期是五月五日。", "发布日期是五月五日"],
] as const;

test("answers from all drives that the asker can see, in a private chat, with citations that were checked", async () => {
  const w = await world();
  const other = await makeDrive(w);
  const pages: string[] = [];
  for (const [language, text] of QUOTES)
    pages.push(await makePage(w, { driveId: other, title: language, content: `# ${language}\n\n${text}` }));
  const links = QUOTES.map(([language, , quote], i) => `[${language}](/pages/${pages[i]}#L3 "${quote}")`);
  const invented = `[wrong](/pages/${pages[0]}#L3 "The launch is on June 6")`;
  const script = answers(
    pages.map((id) => tool("fetch", { id })),
    say([...links, invented].join(" and ")),
  );
  const { key, marker } = await scriptModel(script);
  const asked = await w.as("olivia").post("/api/ask", { content: `When is the launch? ${marker}`, title: "Ask" });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const { pageId, started } = asked.body;
  const answer = await answerTo(w.as("olivia"), pageId, started.id);
  expect(answer.content).toBe(
    [
      ...QUOTES.map(([language, , quote], i) => `[${language}](/pages/${pages[i]}?revision=1#L3 "${quote}")`),
      "wrong",
    ].join(" and "),
  );
  const names = (await requestsOf(key)).flatMap(({ body }) =>
    (body.tools as { function: { name: string } }[]).map((each) => each.function.name),
  );
  expect(names).not.toContain("edit_page");
  expect((await w.as("adam").get(`/api/pages/${pageId}`)).status).toBe(404);
  // The next question goes to the same chat, also from the trash.
  await w.as("olivia").delete(`/api/pages/${pageId}`);
  const again = await w.as("olivia").post("/api/ask", { content: `And now? ${marker}` });
  expect([again.status, again.body.pageId]).toEqual([201, pageId]);
  await answerTo(w.as("olivia"), pageId, again.body.started.id);
});

test("reads nothing that the asker cannot see", async () => {
  const w = await world();
  const secret = await makePage(w.as("oscar"), { driveId: w.otherDrive, content: "canary-secret" });
  const { key, marker } = await scriptModel(answers(tool("fetch", { id: secret }), say("Nothing found.")));
  const { body } = await w.as("edna").post("/api/ask", { content: `What? ${marker}` });
  await answerTo(w.as("edna"), body.pageId, body.started.id);
  expect(JSON.stringify(await requestsOf(key))).not.toContain("canary-secret");
});
