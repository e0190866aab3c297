/** For every test file: no statement that its requests ran reads a whole table. */
import { afterAll, expect } from "vitest";
import { trips, type TripEvent } from "../../src/platform/db.ts";
import { faultsOf } from "./plans.ts";

const ran = new Set<string>();

trips.subscribe((message) => {
  const event = message as TripEvent; // what this channel carries
  if (event.phase === "start") for (const text of event.statements) ran.add(text);
});

afterAll(async () => {
  // Without statistics SQLite takes every table for a large one, which is what this is about.
  // Deleting a drive for good reads all its pages, as it must.
  expect(await faultsOf(ran, true), "statements that read a whole table").toEqual([]);
});
