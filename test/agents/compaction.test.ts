/** Long conversations are summarized by a visible message. */
import { expect, test } from "vitest";
import { answers, say } from "../support/model-script.ts";
import { requestsOf, scriptModel } from "../support/models.ts";
import { world } from "../support/world.ts";
import { answerTo, ask, makeChat, messagesOf } from "./harness.ts";

test("summarizes a long conversation, and forgets the summary when one of its messages changes", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const long = "Lorem ipsum dolor sit amet. ".repeat(700);
  // Posted by a tool, so that nobody answers them.
  const { client } = await w.token("edna");
  const { key: summaryKey, marker } = await scriptModel(say("SUMMARY of it all"));
  for (let i = 0; i < 6; i += 1) await client.post(`/api/pages/${chat}/messages`, { content: long });
  const last = await client.post(`/api/pages/${chat}/messages`, { content: `canary-last ${marker} ${long}` });
  const { runId, key } = await ask(w.as("edna"), chat, answers(say("The answer.")));
  expect((await answerTo(w.as("edna"), chat, runId)).content).toBe("The answer.");
  expect(JSON.stringify(await requestsOf(summaryKey))).toContain("canary-last");
  const systemOf = async () =>
    (await messagesOf(w.as("vera"), chat)).messages.filter(({ role }: { role: string }) => role === "system");
  expect(await systemOf()).toMatchObject([{ content: "SUMMARY of it all", user: null }]);
  const requests = await requestsOf(key);
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(requests[0]?.body)).not.toContain("canary-last");
  expect(JSON.stringify(requests[0]?.body)).toContain("SUMMARY of it all");
  await w.as("edna").patch(`/api/pages/${chat}/messages/${last.body.id}`, { content: "changed" });
  expect(await systemOf()).toEqual([]);
});
