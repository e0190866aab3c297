import fc from "fast-check";
import { expect, test } from "vitest";
import { gridHeic } from "./grids.ts";
import { readGrid } from "../../queues/parser/images/grid.ts";
import { reader } from "../../queues/parser/images/byte-reader.ts";

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 1500) };

const whole = gridHeic({ width: 2048, height: 1536, paint: (column, row) => ((column + row) % 2 === 0 ? "r" : "b") });

test("reads the size and tiles of a HEIC grid, and returns each tile as a HEIC file", () => {
  const grid = readGrid(reader(whole));
  expect(grid).toMatchObject({ columns: 4, rows: 3, width: 2048, height: 1536, turns: [], profile: null });
  const tiles = grid?.tiles.map((tile) => Buffer.from(tile() ?? []).toString("latin1")) ?? [];
  expect(tiles).toHaveLength(12);
  expect(new Set(tiles).size).toBe(2);
  expect([tiles[0] === tiles[5], tiles[0] === tiles[4]]).toEqual([true, false]);
  for (const tile of tiles) expect(tile).toMatch(/^....ftypheic.*hvc1.*hvcC.*ispe.*mdat/s);
});

test("never reads beyond the file or throws, whatever the grid description contains", () => {
  const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.constantFrom(0, 1, 2, 127, 128, 255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(whole.length), (changes, cut) => {
      const bytes = whole.slice(0, cut % 3 === 0 ? cut : whole.length);
      for (const { at, to } of changes) if (at < bytes.length) bytes[at] = to;
      const grid = readGrid(reader(bytes));
      if (!grid) return;
      expect(grid.tiles).toHaveLength(grid.columns * grid.rows);
      for (const tile of grid.tiles.slice(0, 4)) expect(tile()?.length ?? 0).toBeLessThan(whole.length + 70_000);
    }),
    RUNS,
  );
});
