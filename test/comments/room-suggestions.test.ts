/** Suggestions that are accepted: one edit with one version, which keeps what others have written since. */
import { expect, test } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import type { AcceptCommand, AcceptReply } from "../../src/rpc/page-threads.ts";
import { connect } from "../live/peer.ts";
import { d1 } from "../support/d1.ts";
import { makePage, world, type Person, type World } from "../support/world.ts";
import { openOne, pageRef, roomOf, stands, textOf } from "./threads.ts";

const TEXT = "The quick brown fox jumps.\n\nIt sleeps until noon.";

type Suggested = readonly [id: string, quote: string, replacement: string, words?: string];

const suggest = (pageId: string, quote: string): Promise<string> => openOne(pageId, quote, { kind: "suggestion" });

function accept(w: World, person: Person, pageId: string, suggestions: readonly Suggested[]): Promise<AcceptReply> {
  const command: AcceptCommand = {
    ...pageRef(pageId),
    caller: {
      kind: "session",
      tokenHash: hashToken("session", w.session(person)),
      client: { ip: "", userAgent: "", country: "" } as unknown as AcceptCommand["caller"]["client"],
    },
    reader: "reader",
    by: { author: w.ids[person], tokenId: null, at: Date.now() },
    suggestions: suggestions.map(([id, quote, replacement, words = null]) => ({ id, quote, replacement, words })),
    now: Date.now(),
  };
  return roomOf(pageId).acceptSuggestions(command);
}

const versionsOf = async (w: World, pageId: string): Promise<unknown[]> =>
  (await w.as("olivia").get(`/api/pages/${pageId}/versions`)).body.versions;

test("accepts a suggestion on the words where they are now, with what is typed around them", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const fox = await suggest(id, "brown fox");
  const dora = await connect(w, "dora", id);
  dora.type(0, "Once more: ");
  await dora.saved();
  const reply = await accept(w, "edna", id, [[fox, "brown fox", "red fox"]]);
  expect(reply).toMatchObject({ edit: { ok: true }, error: null, outcomes: [{ id: fox, result: "accepted" }] });
  await dora.shows(`Once more: ${TEXT.replace("brown", "red")}`);
  expect(await textOf(w, id)).toBe(dora.text.toString());
  expect(await accept(w, "edna", id, [[fox, "brown fox", "red fox"]])).toMatchObject({
    edit: null,
    outcomes: [{ result: "already" }],
  });
});

test("accepts all that do not overlap as one version, and keeps those whose words are gone or changed", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const quotes = ["quick brown", "brown fox", "noon", "It", "jumps"] as const;
  const ids: string[] = [];
  for (const quote of quotes) ids.push(await suggest(id, quote));
  const place = await openOne(id, { kind: "text", from: 0, to: 0 }, { kind: "suggestion" });
  const [quick = "", fox = "", noon = "", it = "", jumps = ""] = ids;
  await w.as("dora").patch(`/api/pages/${id}`, { content: TEXT.replace(" jumps", "").replace("noon", "nine") });
  const before = await versionsOf(w, id);
  const reply = await accept(w, "edna", id, [
    [quick, "quick brown", "slow brown"],
    [fox, "brown fox", "brown dog"],
    [noon, "noon", "dusk"],
    [it, "It", "The dog"],
    [jumps, "jumps", "runs"],
    [place, "", "Once: "],
  ]);
  expect(reply.outcomes).toEqual([
    { id: quick, result: "accepted" },
    { id: fox, result: "refused", reason: "overlaps" },
    { id: noon, result: "differs", now: "nine", merged: null },
    { id: it, result: "accepted" },
    { id: jumps, result: "refused", reason: "words_gone" },
    { id: place, result: "accepted" },
  ]);
  const text = "Once: The slow brown fox.\n\nThe dog sleeps until nine.";
  expect(await textOf(w, id)).toBe(text);
  expect(await versionsOf(w, id)).toHaveLength(before.length + 1);
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
  // Whoever has seen the present words may replace them.
  const again = await accept(w, "edna", id, [[noon, "noon", "dusk", "ten"]]);
  expect(again).toMatchObject({ edit: null, outcomes: [{ result: "differs", now: "nine" }] });
  expect((await accept(w, "edna", id, [[noon, "noon", "dusk", "nine"]])).outcomes).toEqual([
    { id: noon, result: "accepted" },
  ]);
  expect(await textOf(w, id)).toBe(text.replace("nine", "dusk"));
});

test("accepts nothing for a caller who may not edit the page", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const fox = await suggest(id, "brown fox");
  await d1`update drive_members set rights = 1 where user_id = ${w.ids.edna}`.run();
  expect(await accept(w, "edna", id, [[fox, "brown fox", "red fox"]])).toEqual({
    edit: null,
    error: { code: "refused" },
    outcomes: [],
  });
  expect(await textOf(w, id)).toBe(TEXT);
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
});
