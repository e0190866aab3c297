/** Others edit the place where a person is typing. */
import { expect, test } from "vitest";
import { makePage, type Reply, type World, world } from "../support/world.ts";
import { openAs } from "./live-pages.ts";
import { playRace, RACE_CASES, type Stage, START } from "./race-scenes.ts";
import { d1 } from "../support/d1.ts";

const succeeded = (reply: Reply): void => expect(reply.status, JSON.stringify(reply.body)).toBe(200);

async function stageIn(w: World): Promise<Stage & { readonly pageId: string }> {
  const { client: tool } = await w.token("dora");
  const pageId = await makePage(w, { title: "page", content: START.join("\n") });
  const { body } = await tool.get(`/api/pages/${pageId}`);
  const baseRevision = body.revision as number;
  return {
    pageId,
    person: openAs(w, "edna", pageId),
    other: openAs(w, "adam", pageId),
    writeLines: async (change) => succeeded(await tool.post("/api/mcp/documents", { pageId, baseRevision, ...change })),
    writeBody: async (content) => succeeded(await tool.patch(`/api/pages/${pageId}`, { content, baseRevision })),
    read: async () => (await w.as("olivia").get(`/api/pages/${pageId}`)).body.content as string,
    until: (what, isSo) => expect.poll(isSo, { message: what }).toBe(true),
  };
}

test.each(RACE_CASES)("keeps typed text when %s (by %s, %s)", async (...race) => {
  const stage = await stageIn(await world());
  const content = await playRace(stage, race);
  const stored = () => d1`select content from page_contents where page_id = ${stage.pageId}`.first("content");
  await expect.poll(stored).toBe(content);
});
