/** End to end: a change, the resulting job and the index, without manual steps. */
import { expect, test, vi } from "vitest";
import { world } from "../support/world.ts";
import { titles, write } from "./fixtures.ts";
import { withIndexing } from "./held-indexing.ts";

test("indexes new and changed pages automatically after a delay", async () => {
  const w = await world();
  // Its job is held back, like the last write of the previous test file.
  await write(w, [{ title: "Before", content: "armadillo" }]);
  await withIndexing(async () => {
    const { Fresh: id } = await write(w, [{ title: "Fresh", content: "aardvark" }]);
    const find = (q: string) => () => titles(w.as("vera"), q);
    await vi.waitFor(async () => expect(await find("aardvark")()).toEqual(["Fresh"]), {
      timeout: 30_000,
      interval: 100,
    });
    await w.as("edna").patch(`/api/pages/${id}`, { content: "bandicoot" });
    await vi.waitFor(async () => expect(await find("bandicoot")()).toEqual(["Fresh"]), {
      timeout: 30_000,
      interval: 100,
    });
    expect(await find("aardvark")()).toEqual([]);
  });
});
