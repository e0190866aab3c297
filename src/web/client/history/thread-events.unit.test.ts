import { expect, test } from "vitest";
import { withEvents } from "./thread-events.ts";

const event = (until: string) => ({ threadId: "t", until, said: "Ada opened a comment", quote: "words" });

test("places what happened to threads between the versions, and nothing older than the versions that are listed", () => {
  const versions = [{ until: "2026-03-03T00:00:00.000Z" }, { until: "2026-03-01T00:00:00.000Z" }];
  const events = [
    event("2026-03-04T00:00:00.000Z"),
    event("2026-03-02T00:00:00.000Z"),
    event("2026-02-01T00:00:00.000Z"),
  ];
  const times = (end: string | null) => withEvents(versions, events, end).map(({ until }) => until.slice(5, 10));
  expect(times("2026-03-01T00:00:00.000Z")).toEqual(["03-04", "03-03", "03-02", "03-01"]);
  expect(times(null)).toEqual(["03-04", "03-03", "03-02", "03-01", "02-01"]);
});
