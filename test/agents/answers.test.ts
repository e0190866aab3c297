/** Answers of agents: from the question to the stored message. */
import { expect, test } from "vitest";
import { answers, say, tool } from "../support/model-script.ts";
import { makePage, world } from "../support/world.ts";
import { answerTo, ask, contentOf, makeChat, messagesOf } from "./harness.ts";

test("answers a question on an AI_CHAT page as the agent, for the asker", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId } = await ask(w.as("edna"), chat, answers(say("Hello from the model.")));
  const answer = await answerTo(w.as("vera"), chat, runId);
  expect(answer).toMatchObject({
    role: "assistant",
    content: "Hello from the model.",
    agent: "Planner",
    user: { id: w.ids.edna },
    run: { state: "done", calls: [], error: null },
  });
});

test("calls tools with the asker's rights, and tells the model their results", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const page = await makePage(w, { title: "Notes", content: "first" });
  const edit = { page, edits: [{ op: "append", content: "by the agent" }] };
  const { runId } = await ask(
    w.as("edna"),
    chat,
    answers([say("Reading."), tool("fetch", { id: page })], tool("edit_page", edit), say("Done.")),
  );
  const answer = await answerTo(w.as("edna"), chat, runId);
  expect(answer.content).toBe("Reading.\n\nDone.");
  expect(answer.run.calls).toEqual([
    { tool: "fetch", state: "done", pageIds: [page] },
    { tool: "edit_page", state: "done", pageIds: [page] },
  ]);
  expect(await contentOf(w, page)).toBe("first\nby the agent");
  const { versions } = (await w.as("edna").get(`/api/pages/${page}/versions`)).body;
  expect(versions[0]).toMatchObject({ author: { id: w.ids.edna }, token: { name: "Planner" } });
});

test("answers one question at a time, and each once", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const first = await ask(w.as("edna"), chat, answers(say("one ".repeat(20), 10)));
  const second = await ask(w.as("dora"), chat, answers(say("two")));
  const { runs } = await messagesOf(w.as("vera"), chat);
  expect(runs.map(({ id }: { id: string }) => id)).toEqual([first.runId, second.runId]);
  await answerTo(w.as("vera"), chat, second.runId);
  const { messages } = await messagesOf(w.as("vera"), chat);
  const written = messages.filter(({ role }: { role: string }) => role === "assistant");
  expect(written.map(({ content }: { content: string }) => content.trim())).toEqual(["one ".repeat(20).trim(), "two"]);
});
