import { expect, test } from "vitest";
import type { Message } from "../../../features/messages/contract.ts";
import { goesOn, merge, refresh, threadsOf } from "./threads.ts";

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  pageId: "page",
  role: "user",
  content: id,
  user: { id: "ann", name: "Ann", image: null },
  agent: null,
  reactions: [],
  createdAt: "2026-05-01T10:00:00.000Z",
  editedAt: null,
  deletedAt: null,
  parentMessageId: null,
  run: null,
  ...more,
});

test("merges messages in order, once each, in their latest version", () => {
  const known = [message("b"), message("c")];
  const fresh = [message("a"), message("c", { content: "edited" })];
  expect(merge(known, fresh).map(({ id, content }) => [id, content])).toEqual([
    ["a", "a"],
    ["b", "b"],
    ["c", "edited"],
  ]);
});

test("removes messages deleted by others, and keeps those older than the refreshed part", () => {
  const known = ["a", "b", "c", "d"].map((id) => message(id));
  const newest = [message("b"), message("e")];
  expect(refresh(known, newest, true).map(({ id }) => id)).toEqual(["a", "b", "e"]);
  expect(refresh(known, newest, false).map(({ id }) => id)).toEqual(["b", "e"]);
  expect(refresh(known, [], false)).toEqual([]);
});

test("groups replies under their first message, and shows a reply alone if it is not loaded", () => {
  const threads = threadsOf([
    message("a"),
    message("b"),
    message("c", { parentMessageId: "a" }),
    message("d", { parentMessageId: "older" }),
  ]);
  expect(threads.map(({ first, replies }) => [first.id, replies.map(({ id }) => id)])).toEqual([
    ["a", ["c"]],
    ["b", []],
    ["d", []],
  ]);
});

test("shows the author again after five minutes, after a thread, or for another author", () => {
  const [at, soon, late] = [
    "2026-05-01T10:00:00.000Z",
    "2026-05-01T10:04:00.000Z",
    "2026-05-01T10:06:00.000Z",
  ] as const;
  const thread = (more: Partial<Message>, replies: Message[] = []) => ({ first: message("x", more), replies });
  const before = thread({ createdAt: at });
  expect(goesOn(before, thread({ createdAt: soon }))).toBe(true);
  expect(goesOn(before, thread({ createdAt: late }))).toBe(false);
  expect(goesOn(before, thread({ createdAt: soon, user: { id: "bob", name: "Bob", image: null } }))).toBe(false);
  expect(goesOn({ ...before, replies: [message("r")] }, thread({ createdAt: soon }))).toBe(false);
  expect(goesOn(undefined, before)).toBe(false);
});
