/** What the readers of a page receive while an answer is written. */
import { expect, test } from "vitest";
import type { RunFrame } from "../../src/kernel/agent-run.ts";
import { ORIGIN, world, type Person, type World } from "../support/world.ts";
import { answers, say } from "../support/model-script.ts";
import { follow } from "../live/peer.ts";
import { socketToken, upgrade } from "../live/sockets.ts";
import { d1 } from "../support/d1.ts";
import { answerTo, ask, makeChat } from "./harness.ts";

async function read(w: World, person: Person, pageId: string, query = "?runs=1") {
  const token = await socketToken(w, person, pageId);
  const peer = await follow(
    await upgrade({ query, headers: { Origin: ORIGIN, "Sec-WebSocket-Protocol": `octavo.v1, ${token}` } }),
  );
  const frames = (): RunFrame[] =>
    peer.heard.flatMap((message) => (message.kind === "run" ? [JSON.parse(message.frame) as RunFrame] : []));
  return { frames, textOf: (runId: string) => textOf(frames(), runId) };
}

/** The text that a reader shows who has received these frames; throws for a gap. */
function textOf(frames: readonly RunFrame[], runId: string): string {
  const texts = new Map<number, string>();
  for (const frame of frames) {
    if (frame.t === "run" && frame.run.id === runId) {
      texts.clear();
      for (const step of frame.run.steps) if (step.kind === "text") texts.set(step.seq, step.text);
    }
    if (frame.t !== "text" || frame.run !== runId) continue;
    const known = texts.get(frame.seq) ?? "";
    if (frame.at > known.length) throw new Error(`a gap at ${frame.at}`);
    texts.set(frame.seq, known + frame.text.slice(known.length - frame.at));
  }
  return [...texts.values()].join("\n\n");
}

const LONG = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

test("every reader receives the whole answer while it is written, and then its end", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const [asker, reader, old] = await Promise.all([
    read(w, "edna", chat),
    read(w, "vera", chat),
    read(w, "olivia", chat, ""),
  ]);
  const { runId } = await ask(w.as("edna"), chat, answers(say(LONG, 20)));
  const answer = await answerTo(w.as("edna"), chat, runId);
  for (const each of [asker, reader]) {
    await expect.poll(() => each.frames().at(-1)).toEqual({ t: "end", run: runId, state: "done" });
    expect(each.textOf(runId)).toBe(LONG);
    expect(each.frames().filter(({ t }) => t === "text").length).toBeGreaterThan(5);
  }
  expect(answer.content).toBe(LONG);
  // A client of an earlier version does not know these frames.
  expect(old.frames()).toEqual([]);
});

test("a late reader reads what was written before, and receives the rest", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const { runId } = await ask(w.as("edna"), chat, answers(say(LONG, 20)));
  const view = async () => (await w.as("vera").get(`/api/pages/${chat}/runs/${runId}`)).body;
  await expect.poll(async () => (await view()).steps?.[0]?.text ?? "").toContain("word5");
  const reader = await read(w, "vera", chat);
  const { steps } = await view();
  await answerTo(w.as("vera"), chat, runId);
  await expect.poll(() => reader.frames().at(-1)?.t).toBe("end");
  let text: string = steps[0].text;
  for (const frame of reader.frames()) {
    if (frame.t !== "text") continue;
    expect(frame.at).toBeLessThanOrEqual(text.length);
    text += frame.text.slice(text.length - frame.at);
  }
  expect(text).toBe(LONG);
});

test("a reader who loses access receives nothing more", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const reader = await read(w, "vera", chat);
  const { runId } = await ask(w.as("edna"), chat, answers(say(`${LONG} the secret end`, 30)));
  await expect.poll(() => reader.frames().filter(({ t }) => t === "text").length).toBeGreaterThan(2);
  expect((await w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.vera}`)).status).toBe(200);
  await answerTo(w.as("edna"), chat, runId);
  expect(JSON.stringify(reader.frames())).not.toContain("end");
  expect((await d1`select count(*) n from messages where page_id = ${chat}`.first())?.["n"]).toBe(2);
});
