/** Undoing one answer. */
import { expect, test } from "vitest";
import { answers, say, tool } from "../support/model-script.ts";
import { makePage, world } from "../support/world.ts";
import { answerTo, approvalOf, ask, contentOf, decide, makeChat, messagesOf } from "./harness.ts";

type Outcome = { kind: string; pageId: string; outcome: string };

test("undoes texts, new pages, moves, the trash and messages, and keeps what others wrote since", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const [text, moved, parent, trashed, kept] = await Promise.all([
    makePage(w, { title: "Text", content: "one\ntwo" }),
    makePage(w, { title: "Moved" }),
    makePage(w, { title: "Parent" }),
    makePage(w, { title: "Trashed" }),
    makePage(w, { title: "Old name", content: "x" }),
  ]);
  const made = (title: string) => ({ driveId: w.drive, pages: [{ title, content: "new" }] });
  const { runId } = await ask(
    w.as("olivia"),
    chat,
    answers(
      [
        tool("edit_page", { page: text, edits: [{ op: "append", content: "three" }] }),
        tool("create_pages", made("Fresh")),
        tool("create_pages", made("Used")),
        tool("move_pages", { pageIds: [moved], driveId: w.drive, parentId: parent }),
        tool("edit_page", { page: kept, title: "New name" }),
        tool("post_message", { page: chat, content: "A note" }),
        tool("trash_pages", { pageIds: [trashed] }),
      ],
      say("Done."),
    ),
  );
  await decide(w.as("olivia"), chat, runId, await approvalOf(w.as("olivia"), chat, runId), "once");
  const answer = await answerTo(w.as("olivia"), chat, runId);
  expect(answer.run.isUndone).toBe(false);
  expect(answer.run.calls.map(({ state }: { state: string }) => state)).toEqual(
    Array.from({ length: 7 }, () => "done"),
  );
  const [fresh, used] = [answer.run.calls[1].pageIds.at(-1), answer.run.calls[2].pageIds.at(-1)];
  await w.as("edna").patch(`/api/pages/${text}`, { content: "zero\none\ntwo\nthree" });
  await w.as("edna").patch(`/api/pages/${used}`, { content: "new\nand more" });
  const { status, body } = await w.as("olivia").post(`/api/pages/${chat}/runs/${runId}/undo`);
  expect(status, JSON.stringify(body)).toBe(200);
  const outcomes = Object.fromEntries(
    body.effects.map(({ kind, pageId, outcome }: Outcome) => [`${kind} ${pageId}`, outcome]),
  );
  expect(outcomes).toEqual({
    [`text ${text}`]: "undone",
    [`created ${fresh}`]: "undone",
    [`created ${used}`]: "kept",
    [`moved ${moved}`]: "undone",
    [`trashed ${trashed}`]: "undone",
    [`renamed ${kept}`]: "undone",
    [`posted ${chat}`]: "undone",
  });
  expect(await contentOf(w, text)).toBe("zero\none\ntwo");
  const page = async (id: string) => (await w.as("olivia").get(`/api/pages/${id}`)).body;
  expect([(await page(fresh)).isTrashed, (await page(used)).isTrashed]).toEqual([true, false]);
  expect([(await page(moved)).parentId, (await page(trashed)).isTrashed]).toEqual([null, false]);
  expect((await page(kept)).title).toBe("Old name");
  const { messages } = await messagesOf(w.as("olivia"), chat);
  expect(messages.some(({ content }: { content: string }) => content === "A note")).toBe(false);
  expect(messages.at(-1).run).toMatchObject({ id: runId, isUndone: true });
});

test("only the asker undoes an answer, and only once it has ended", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId } = await ask(w.as("edna"), chat, answers(say("slow ".repeat(60), 20)));
  const undo = (by: "edna" | "olivia" | "vera") => w.as(by).post(`/api/pages/${chat}/runs/${runId}/undo`);
  await expect
    .poll(async () => (await w.as("edna").get(`/api/pages/${chat}/runs/${runId}`)).body.state)
    .toBe("running");
  expect((await undo("edna")).status).toBe(409);
  await answerTo(w.as("edna"), chat, runId);
  expect([(await undo("vera")).status, (await undo("olivia")).status, (await undo("edna")).status]).toEqual([
    403, 403, 200,
  ]);
});
