/**
 * For every test file: no statement that its requests ran reads a whole table, is compiled anew at each run, or is a new one
 * that uses tables of the directory and of a drive.
 */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect } from "vitest";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { isNight } from "../support/nightly.ts";
import CROSSINGS from "./crossing-statements.json";
import { crossingOf } from "./crossing-statements.ts";
import { faultsOf } from "./plans.ts";

const ran = { main: new Set<string>(), search: new Set<string>() };

const remember = (message: unknown): void => {
  const event = message as RoundTripEvent; // the type of this channel's messages
  if (event.phase === "start") for (const text of event.statements) ran[event.database].add(text);
};

// Test files may share an isolate, and this module with it: each answers for its own statements.
beforeAll(() => {
  ran.main.clear();
  ran.search.clear();
  trips.subscribe(remember);
});

afterAll(async () => {
  trips.unsubscribe(remember);
  // Without statistics SQLite takes every table for a large one, which is what this is about.
  // Deleting a drive for good reads all its pages, as it must.
  const faults = [...(await faultsOf(ran.main, true)), ...(await faultsOf(ran.search, true, env.SEARCH))];
  expect(faults, "statements that scan a whole table").toEqual([]);
  const bound = [...ran.main, ...ran.search].filter((text) => /\b(limit|offset) \?/.test(text));
  const crossings = new Set([...ran.main].flatMap((text) => crossingOf(text) ?? []));
  if (env.LIST_CROSSINGS) for (const name of crossings) console.log(`crosses homes: ${name}`);
  // The list is of the statements that a normal run reaches.
  else if (!isNight)
    expect(
      [...crossings].filter((name) => !CROSSINGS.includes(name)),
      "statements across homes",
    ).toEqual([]);
  expect(bound, "statements whose bound limit makes SQLite recompile them on each run").toEqual([]);
});
