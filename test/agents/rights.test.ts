/** An agent has the rights of its asker, and no more than its page allows. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { answers, say, tool } from "../support/model-script.ts";
import { requestsOf } from "../support/models.ts";
import { makeDrive, makePage, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { answerTo, approvalOf, ask, contentOf, decide, makeChat } from "./harness.ts";

const states = (answer: { run: { calls: { state: string }[] } }): string[] =>
  answer.run.calls.map(({ state }) => state);

test("offers only the enabled tools, and refuses others when the model calls them anyway", async () => {
  const w = await world();
  const chat = await makeChat(w, { tools: ["fetch", "search"] });
  const page = await makePage(w, { content: "x" });
  const edit = tool("edit_page", { page, edits: [{ op: "append", content: "no" }] });
  const { runId, key } = await ask(w.as("edna"), chat, answers([edit, tool("rm_rf", {})], say("Done.")));
  expect(states(await answerTo(w.as("edna"), chat, runId))).toEqual(["failed", "failed"]);
  expect(await contentOf(w, page)).toBe("x");
  const [request] = await requestsOf(key);
  const offered = (request?.body.tools ?? []) as { function: { name: string } }[];
  const names = offered.map((each) => each.function.name);
  expect(names).toEqual(["search", "fetch"]);
});

test("cannot read or change what the asker cannot", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const elsewhere = await makePage(w.as("oscar"), { driveId: w.otherDrive, content: "secret" });
  const { runId, key } = await ask(w.as("edna"), chat, answers(tool("fetch", { id: elsewhere }), say("Done.")));
  expect(states(await answerTo(w.as("edna"), chat, runId))).toEqual(["failed"]);
  expect(JSON.stringify(await requestsOf(key))).not.toContain("secret");
});

test("stops before the next call when the asker's right to write is withdrawn", async () => {
  const w = await world();
  const chat = await makeChat(w, { approval: "writes" });
  const page = await makePage(w, { content: "x" });
  const edit = (content: string) => tool("edit_page", { page, edits: [{ op: "append", content }] });
  const { runId } = await ask(w.as("edna"), chat, answers([edit("one"), edit("two")], say("Done.")));
  const approval = await approvalOf(w.as("edna"), chat, runId);
  await d1`update drive_members set rights = 1 where drive_id = ${w.drive} and user_id = ${w.ids.edna}`.run();
  expect((await decide(w.as("edna"), chat, runId, approval, "once")).status).toBe(403);
  await d1`update drive_members set rights = 3 where drive_id = ${w.drive} and user_id = ${w.ids.edna}`.run();
  await decide(w.as("edna"), chat, runId, approval, "once");
  const second = await approvalOf(w.as("edna"), chat, runId);
  await d1`update users set suspended_at = 1 where id = ${w.ids.edna}`.run();
  await env.AGENT_RUN.getByName(chat).decide({ runId, seq: second.seq, hash: second.hash, answer: "once" });
  const answer = await answerTo(w.as("vera"), chat, runId);
  expect([answer.run.state, answer.run.error]).toEqual(["failed", "rights_lost"]);
  expect(await contentOf(w, page)).toBe("x\none");
});

test("the credential of a run is not listed, not counted, and ends with the run", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId } = await ask(w.as("edna"), chat, answers(say("Hello.")));
  await answerTo(w.as("edna"), chat, runId);
  const { results } = await d1`select token_hash, expires_at from mcp_tokens where agent_run_id = ${runId}`.all();
  expect(results).toHaveLength(1);
  expect(Number(results[0]?.["expires_at"])).toBeLessThanOrEqual(Date.now());
  expect(String(results[0]?.["token_hash"])).toContain(":");
  expect((await w.as("edna").get("/api/auth/mcp-tokens")).body).toEqual([]);
});

test("an agent's own messages and mentions start no agent", async () => {
  const w = await world();
  const [chat, other] = [await makeChat(w), await makeChat(w, { title: "Writer" })];
  const post = tool("post_message", { page: chat, content: `@[Writer](page:${other}) please go on` });
  const { runId } = await ask(w.as("edna"), chat, answers(post, say(`@[Writer](page:${other}) and you?`)));
  await answerTo(w.as("edna"), chat, runId);
  const { results } = await d1`select id from agent_runs where page_id in (${chat}, ${other})`.all();
  expect(results).toHaveLength(1);
  // Nor does a message that a person's tool posts.
  const { client } = await w.token("edna");
  expect((await client.post(`/api/pages/${chat}/messages`, { content: "hello" })).body.started).toBeNull();
});

test("answers in the thread of a channel's message that mentions the agent, with the agent's settings", async () => {
  const w = await world();
  const agent = await makeChat(w, { title: "Helper" });
  await w.as("olivia").patch(`/api/pages/${agent}/agent-config`, { systemPrompt: "Be brief, canary-prompt." });
  const channel = await makePage(w, { title: "General", type: "CHANNEL" });
  const question = `@[Helper](page:${agent}) what now?`;
  const { runId, messageId, key } = await ask(w.as("edna"), channel, answers(say("This.")), question);
  expect(await answerTo(w.as("vera"), channel, runId)).toMatchObject({
    content: "This.",
    agent: "Helper",
    parentMessageId: messageId,
  });
  expect(JSON.stringify(await requestsOf(key))).toContain("canary-prompt");
  const drive = await makeDrive(w);
  const secret = await makePage(w, { driveId: drive, title: "Secret", type: "AI_CHAT" });
  const { body } = await w.as("edna").post(`/api/pages/${channel}/messages`, { content: `@[x](page:${secret}) hi` });
  expect(body.started).toBeNull();
});
