/** Grouping of notifications. */
import { expect, test } from "vitest";
import type { Notification } from "../../../features/notifications/contract.ts";
import { groupNotifications } from "./groups.ts";

const told = (id: string, type: Notification["type"], pageId: string | null): Notification => ({
  id,
  type,
  pageId,
  title: "",
  message: "",
  read: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  actorId: null,
  driveId: null,
  threadId: null,
  awaitsAnswer: false,
});

const shape = (...list: Notification[]): string[][] =>
  groupNotifications(list).map(({ newest, earlier }) => [newest.id, ...earlier.map(({ id }) => id)]);

test("groups mentions in one page at the position of the newest", () => {
  const [a, b, c] = [told("3", "MENTION", "p"), told("2", "MENTION", "q"), told("1", "MENTION", "p")];
  expect(shape(a, b, c)).toEqual([["3", "1"], ["2"]]);
});

test("does not group different actions on one page, or notifications about no page", () => {
  expect(shape(told("4", "MENTION", "p"), told("3", "PAGE_SHARED", "p"))).toEqual([["4"], ["3"]]);
  expect(shape(told("2", "CONNECTION_ACCEPTED", null), told("1", "CONNECTION_ACCEPTED", null))).toEqual([["2"], ["1"]]);
});

test.each(["ACCESS_REQUEST", "REMINDER"] as const)("does not group notifications of the type %s", (type) => {
  expect(shape(told("2", type, "p"), told("1", type, "p"))).toEqual([["2"], ["1"]]);
});
