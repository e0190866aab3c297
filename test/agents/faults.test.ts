/** Whatever the provider or the model does, the run ends with a sentence for the asker, and nothing is done twice. */
import { expect, test } from "vitest";
import { answers, say, tool, words } from "../support/model-script.ts";
import { requestsOf } from "../support/models.ts";
import { makePage, world } from "../support/world.ts";
import { answerTo, ask, contentOf, makeChat } from "./harness.ts";

test.each(["429*1!", "500*1!", "half!", "garbage!", "endless!"])("asks again after the fault %s", async (fault) => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId, key } = await ask(w.as("edna"), chat, fault + answers(say("The whole answer, word by word.")));
  const answer = await answerTo(w.as("edna"), chat, runId);
  expect([answer.run.state, answer.content]).toEqual(["done", "The whole answer, word by word."]);
  expect(await requestsOf(key)).toHaveLength(2);
});

test.each([
  ["401!", "model_denied"],
  ["oversized!", "answer_too_long"],
  ["redirect!", "model_rejected"],
])("ends the run after the fault %s with %s", async (fault, error) => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId } = await ask(w.as("edna"), chat, fault + answers(words(20)));
  expect((await answerTo(w.as("edna"), chat, runId)).run).toMatchObject({ state: "failed", error });
});

test.each([
  ["length", "answer_too_long"],
  ["content_filter", "model_rejected"],
])(
  "says that an answer is not whole if the provider ended it for %s, keeps its text and makes no call",
  async (end, error) => {
    const w = await world();
    const [chat, page] = [await makeChat(w), await makePage(w, { content: "x" })];
    const edit = tool("edit_page", { page, edits: [{ op: "append", content: "y" }] });
    const { runId } = await ask(w.as("edna"), chat, answers([say("Half of the"), edit, `end=${end}`], say("Done.")));
    const answer = await answerTo(w.as("edna"), chat, runId);
    expect(answer).toMatchObject({ content: "Half of the", run: { state: "failed", error, calls: [] } });
    expect(await contentOf(w, page)).toBe("x");
  },
);

test("tells the model of arguments that are no JSON and of tools that do not exist", async () => {
  const w = await world();
  const [chat, page] = [await makeChat(w), await makePage(w, { content: "x" })];
  for (const fault of ["badargs!", "badtool!"]) {
    const edit = tool("edit_page", { page, edits: [{ op: "append", content: "y" }] });
    const { runId } = await ask(w.as("edna"), chat, fault + answers(edit, say("Done.")));
    const answer = await answerTo(w.as("edna"), chat, runId);
    expect([answer.content, answer.run.calls[0].state]).toEqual(["Done.", "failed"]);
  }
  expect(await contentOf(w, page)).toBe("x");
});

test("stops a model that calls tools without end", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId, key } = await ask(w.as("edna"), chat, `loop!${answers(tool("search", { query: "x" }))}`);
  expect((await answerTo(w.as("edna"), chat, runId)).run).toMatchObject({ state: "failed", error: "too_many_steps" });
  expect((await requestsOf(key)).length).toBeLessThanOrEqual(8);
});

test("makes only some of the calls of one reply", async () => {
  const w = await world();
  const [chat, page] = [await makeChat(w), await makePage(w, { content: "x" })];
  const edit = tool("edit_page", { page, edits: [{ op: "append", content: "y" }] });
  const many = Array.from({ length: 40 }, () => edit);
  const { runId } = await ask(w.as("edna"), chat, answers(many, say("Done.")));
  const { calls } = (await answerTo(w.as("edna"), chat, runId)).run;
  expect(calls.filter(({ state }: { state: string }) => state === "done")).toHaveLength(8);
  expect(await contentOf(w, page)).toBe(`x${"\ny".repeat(8)}`);
});
