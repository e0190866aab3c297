/** A chat with an agent whose model follows a script. */
import { expect } from "vitest";
import { TOOL_NAMES } from "../../src/features/mcp/contract.ts";
import { makePage, type Client, type Person, type World } from "../support/world.ts";
import { scriptModel } from "../support/models.ts";

/** All tools that act on pages. */
export const WRITING_TOOLS = TOOL_NAMES.filter((name) => name !== "list_drives" && name !== "list_members");

type ChatOptions = {
  readonly tools?: readonly string[];
  readonly title?: string;
  readonly approval?: "risky" | "writes" | "suggestions";
};

export async function makeChat(w: World, { tools = WRITING_TOOLS, title = "Planner", approval }: ChatOptions = {}) {
  const id = await makePage(w, { title, type: "AI_CHAT" });
  const config = { enabledTools: tools, ...(approval && { approval }) };
  expect((await w.as("olivia").patch(`/api/pages/${id}/agent-config`, config)).status).toBe(200);
  return id;
}

export type Asked = { readonly runId: string; readonly messageId: string; readonly key: string };

/** Posts a question that the model answers by the script. */
export async function ask(client: Client, pageId: string, script: string, question = "Please do it."): Promise<Asked> {
  const { key, marker } = await scriptModel(script);
  const { status, body } = await client.post(`/api/pages/${pageId}/messages`, { content: `${question} ${marker}` });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.started).toMatchObject({ state: "queued" });
  return { runId: body.started.id, messageId: body.id, key };
}

export const messagesOf = async (client: Client, pageId: string) =>
  (await client.get(`/api/pages/${pageId}/messages`)).body;

/** Waits for the run to end, and returns its message; null if it wrote none. */
export async function answerTo(client: Client, pageId: string, runId: string) {
  await expect
    .poll(async () => (await messagesOf(client, pageId)).runs.map(({ id }: { id: string }) => id))
    .not.toContain(runId);
  const { messages } = await messagesOf(client, pageId);
  return messages.find(({ run }: { run: { id: string } | null }) => run?.id === runId) ?? null;
}

/** Waits until the run asks for approval, and returns what its asker sees. */
export async function approvalOf(client: Client, pageId: string, runId: string) {
  const at = `/api/pages/${pageId}/runs/${runId}`;
  await expect.poll(async () => (await client.get(at)).body.approval ?? null).not.toBeNull();
  return (await client.get(at)).body.approval;
}

export const decide = (
  client: Client,
  pageId: string,
  runId: string,
  { seq, hash }: { seq: number; hash: string },
  answer: "once" | "further" | "no",
) => client.post(`/api/pages/${pageId}/runs/${runId}/decision`, { seq, hash, answer });

export const contentOf = async (w: World, pageId: string, person: Person = "olivia"): Promise<string> =>
  (await w.as(person).get(`/api/pages/${pageId}`)).body.content;
