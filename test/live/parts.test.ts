/** Two people and a tool set parts of a line at once, over real sockets and by request: each part stays intact. */
import { expect, test } from "vitest";
import { makePage, world } from "../support/world.ts";
import { connect, type Peer } from "./peer.ts";
import { until } from "./until.ts";

type Act = (peer: Peer) => void;

/** Replaces text in one transaction, as an editor does. */
const set =
  (before: string, after: string): Act =>
  ({ doc, text }) => {
    const at = text.toString().indexOf(before);
    if (at < 0) throw new Error(`The text does not contain ${before}`);
    doc.transact(() => {
      text.delete(at, before.length);
      text.insert(at, after);
    });
  };

const tick: Act = ({ doc, text }) =>
  doc.transact(() => {
    text.delete(3, 1);
    text.insert(3, "x");
  });

const type =
  (behind: string, typed: string): Act =>
  ({ text }) => {
    let at = text.toString().indexOf(behind) + behind.length;
    for (const letter of typed) text.insert(at++, letter);
  };

/** Either of two results is allowed where the room decides which edit wins. */
type LiveCase = readonly [name: string, content: string, one: Act, other: Act, allowed: readonly string[]];

const CASES: readonly LiveCase[] = [
  ["a checkbox that both check", "- [ ] Book", tick, tick, ["- [x] Book"]],
  ["a checkbox and its bracket changed at once", "- [ ] Book", set(" ]", "x]"), set(" ]", "x]"), ["- [x] Book"]],
  ["a checkbox and its other bracket changed at once", "- [ ] Book", set("[ ", "[x"), set("[ ", "[x"), ["- [x] Book"]],
  ["a checkbox marker changed by both", "- [ ] Book", set("[ ]", "[x]"), set("[ ]", "[x]"), ["- [x] Book"]],
  ["two dates", "- [ ] Book due:2026-12-01", set(" due:2026-12-01", " due:2026-12-09"), set(" due:2026-12-01", " due:2027-01-10"), ["- [ ] Book due:2026-12-09", "- [ ] Book due:2027-01-10"]],
  ["a date changed and removed", "- [ ] Book due:2026-12-01 !low", set(" due:2026-12-01", " due:2026-12-09"), set(" due:2026-12-01", ""), ["- [ ] Book due:2026-12-09 !low"]],
  ["a priority and a date", "- [ ] Book due:2026-12-01 !low", set(" !low", " !high"), set(" due:2026-12-01", " due:2026-12-09"), ["- [ ] Book due:2026-12-09 !high"]],
  ["words of a title", "- [ ] Book the hall", type("Book", " today"), type("hall", " upstairs"), ["- [ ] Book today the hall upstairs"]],
  ["letters typed in two cells of a row", "| a | b |\n| - | - |\n| x | y |", type("| x", " one"), type("| y", " two"), ["| a | b |\n| - | - |\n| x one | y two |"]],
  ["a number in one cell of a row", "| a | 1 |", set("1", "12"), set("1", "15"), ["| a | 12 |", "| a | 15 |"]],
]; // oxfmt-ignore

test.each(CASES)("merges %s, both live", async (_, content, one, other, allowed) => {
  const w = await world();
  const pageId = await makePage(w, { title: "t", content });
  const [ann, ben] = [await connect(w, "olivia", pageId), await connect(w, "edna", pageId)];
  // Both act before either receives the other's edit, since nothing is received until this turn ends.
  one(ann);
  other(ben);
  await Promise.all([ann.saved(), ben.saved()]);
  await until(() => {
    expect(ann.text.toString()).toBe(ben.text.toString());
    expect(allowed).toContain(ann.text.toString());
  });
  const stored = await w.as("olivia").get(`/api/pages/${pageId}`);
  expect(stored.body.content).toBe(ann.text.toString());
  for (const peer of [ann, ben]) peer.leave();
});

test.each<readonly [name: string, content: string, live: Act, stale: string, allowed: readonly string[]]>([
  ["a checkbox that both check", "- [ ] Book\nmore", set(" ]", "x]"), "- [x] Book\nmore", ["- [x] Book\nmore"]],
  ["a date and a priority", "- [ ] Book !low", set(" !low", " !high"), "- [ ] Book !low due:2027-01-10", ["- [ ] Book !high due:2027-01-10"]],
  ["two dates", "- [ ] Book due:2026-12-01", set(" due:2026-12-01", " due:2026-12-09"), "- [ ] Book due:2027-01-10", ["- [ ] Book due:2027-01-10"]],
  ["cells of a row", "| a | 1 | b |", set("1", "12"), "| a | 1 | c |", ["| a | 12 | c |"]],
  ["a task that one moves and the other checks", "- [ ] One task\n- [ ] Two other\n- [ ] Three more\n- [ ] Four last", set("[ ] Four", "[x] Four"), "- [ ] Four last\n- [ ] One task\n- [ ] Two other\n- [ ] Three more", ["- [x] Four last\n- [ ] One task\n- [ ] Two other\n- [ ] Three more"]],
])("merges %s, live and by a stale text", async (_, content, live, stale, allowed) => {
  const w = await world();
  const { id, revision } = (await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "TASK_LIST", content })).body;
  const ann = await connect(w, "olivia", id);
  live(ann);
  await ann.saved();
  const sent = await w.as("edna").patch(`/api/pages/${id}`, { content: stale, baseRevision: revision });
  expect(sent.status).toBe(200);
  expect(allowed).toContain(sent.body.content);
  await ann.shows(sent.body.content);
  ann.leave();
}); // oxfmt-ignore
