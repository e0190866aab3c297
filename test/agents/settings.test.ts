/** An agent's settings: who may change them, their versions, and what is recorded of a change. */
import { expect, test } from "vitest";
import { entriesOf } from "../security/audit.ts";
import { makePage, world } from "../support/world.ts";

test("keeps a version of each change, with its author, and records it without the prompt", async () => {
  const w = await world();
  const chat = await makePage(w, { type: "AI_CHAT", title: "Planner" });
  const at = `/api/pages/${chat}/agent-config`;
  expect((await w.as("vera").get(at)).body).toMatchObject({ version: 0, approval: "risky", status: "ready" });
  await w.as("edna").patch(at, { systemPrompt: "canary-prompt", approval: "writes" });
  const { client } = await w.token("olivia");
  await client.patch(at, { enabledTools: ["fetch"] });
  const { versions } = (await w.as("vera").get(`${at}/versions`)).body;
  expect(versions).toMatchObject([
    {
      version: 2,
      author: "olivia",
      agent: "test",
      settings: { systemPrompt: "canary-prompt", enabledTools: ["fetch"] },
    },
    { version: 1, author: "edna", agent: null, settings: { approval: "writes" } },
  ]);
  const entries = await entriesOf("agent.config_change", ({ userId }) => userId === w.ids.edna);
  expect(entries).toMatchObject([{ entry: { d: { changed: "approval systemPrompt" }, res: { id: chat } } }]);
  expect(JSON.stringify(entries)).not.toContain("canary-prompt");
});

test("says that a model is gone, and answers with no other", async () => {
  const w = await world();
  const chat = await makePage(w, { type: "AI_CHAT" });
  const at = `/api/pages/${chat}/agent-config`;
  await w.as("olivia").patch(at, { aiProvider: "openai", aiModel: "gone" });
  expect((await w.as("vera").get(at)).body.status).toBe("unknown_model");
  const { body } = await w.as("edna").post(`/api/pages/${chat}/messages`, { content: "Hello?" });
  expect(body.started).toMatchObject({ unavailable: "unknown_model" });
});
