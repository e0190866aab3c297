/** Every budget in workspaces of several sizes, and the same counts in all of them. Run by `npm run bench -- cost`. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { endpointsOf, measureWarm, overruns } from "./endpoints.ts";
import { searchStatements, statements, type Cost } from "./meter.ts";
import { faultsOf } from "./plans.ts";
import { seed } from "./seed.ts";
import { SIZES, type SizeName } from "./workspace.ts";
import { newStorage } from "../support/empty-storage.ts";
import { d1 } from "../support/d1.ts";

declare module "vitest" {
  interface ProvidedContext {
    sizes: SizeName[];
  }
  interface TaskMeta {
    measured?: { size: string; drive: string; name: string; cost: Omit<Cost, "body"> };
  }
}

const sizes = inject("sizes");
const rows = new Map<string, { read: number; written: number; byObjects: number }>();
/** Rows that an object writes to set an alarm, at most. */
const ALARM = 2;
const keyOf = (size: string, drive: string, name: string): string => `${size}/${drive}/${name}`;

/** Drives to look into: one of a thousand pages, and the biggest. */
const drivesOf = (size: SizeName): string[] => (SIZES[size].bigDrive > 1 ? ["d-1", "big"] : ["d-1"]);

describe.each(sizes)("%s", (size) => {
  beforeAll(async () => {
    await newStorage();
    const pages = await seed(SIZES[size]);
    // Rooms outlive the reset, and those of the last size have its texts.
    await Promise.all(
      drivesOf(size).flatMap((drive) =>
        Array.from({ length: 950 }, (_, i) => env.PAGE_ROOM.getByName(`${drive}-${i}`).purge()),
      ),
    );
    await d1`analyze`.run();
    await env.SEARCH.prepare("analyze").run();
    console.log(`${size}: ${pages} pages`);
  }, 300_000);

  describe.each(drivesOf(size))("%s", (drive) => {
    const endpoints = endpointsOf(drive, SIZES[size].textBytes);
    test.for(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
      "%s stays within its budget",
      { timeout: 60_000 },
      async ([name, endpoint], { task }) => {
        const cost = await measureWarm(endpoint);
        const { body: _, ...counts } = cost;
        task.meta.measured = { size, drive, name, cost: counts };
        rows.set(keyOf(size, drive, name), {
          read: cost.waited.rowsRead,
          written: cost.waited.rowsWritten + cost.deferred.rowsWritten,
          byObjects: cost.objects.rowsWritten,
        });
        // The queue mails the link a second later; that is not the next request's.
        if (name === "POST magic-link/send") await scheduler.wait(1_500);
        expect(overruns(endpoint, cost)).toEqual([]);
      },
    );
  });

  test("no statement scans a whole table or drive", async () => {
    expect(await faultsOf(statements)).toEqual([]);
    expect(await faultsOf(searchStatements, false, env.SEARCH)).toEqual([]);
  });
});

const [smallest] = sizes;

describe.each(sizes.flatMap((size) => drivesOf(size).map((drive) => [size, drive] as const)).slice(1))(
  "%s, drive %s",
  (size, drive) => {
    test.for(endpointsOf(drive, 0).map(({ name }) => name))(`%s costs the same as at ${smallest}`, (name) => {
      const small = rows.get(keyOf(smallest ?? "", "d-1", name));
      const large = rows.get(keyOf(size, drive, name));
      if (!small || !large) throw new Error(`${name} was not measured.`);
      expect(large.read).toBeLessThanOrEqual(small.read * 1.1 + 1);
      expect(large.written).toBe(small.written);
      // An object sets its alarm when none stands, which is a matter of time and not of size.
      expect(Math.abs(large.byObjects - small.byObjects)).toBeLessThanOrEqual(ALARM);
    });
  },
);
