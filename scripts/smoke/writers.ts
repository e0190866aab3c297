/** Many concurrent writers: line tools and whole bodies, both working from earlier reads. */
import { BodyWriter } from "./body-writer.ts";
import type { WriterContext, Tallies } from "./write-tallies.ts";
import { makeWord } from "./expected-edits.ts";
import { LineWriter } from "./line-writer.ts";
import type { MadePage, World } from "./world.ts";

/** Pages that everyone writes to, in addition to their own. */
const HOT_PAGES = 4;
const HOT_SHARE = 0.4;
/** Shorter pages are not edited: an emptied text is one empty line, which the ledger could not distinguish from a fault. */
const FEWEST_LINES = 8;

/** Runs all writers to completion. Faults are recorded in the pages' ledgers; unexpected errors are thrown. */
export async function runWriters(
  world: World,
  made: readonly MadePage[],
): Promise<Tallies & { hot: readonly MadePage[] }> {
  const { options, random } = world;
  const tallies: Tallies = { edits: 0, merges: 0, conflicts: 0, lost: 0, unchanged: 0 };
  let words = 0;
  const desk: WriterContext = { world, tallies, nextWord: () => makeWord(options.seed, ++words) };
  const pages = made.filter((page) => page.ledger.text.split("\n").length >= FEWEST_LINES);
  const hot = chooseHot(pages);
  const cold = pages.filter((page) => !hot.includes(page));
  const numbers = Array.from({ length: options.workers }, (_, number) => number);
  // Without a base, line numbers refer to what the token last read. All line writers share one token, so only a writer that
  // has a page to itself may omit the base.
  const tools = numbers.map(async (number) => {
    const own = cold.filter((_, index) => index % options.workers === number);
    const writer = new LineWriter(desk);
    for (let round = 0; round < options.rounds; round++) {
      const isHot = own.length === 0 || random.chance(HOT_SHARE);
      await writer.work(isHot ? random.pick(hot) : random.pick(own), !isHot);
    }
  });
  const bodies = numbers.map(async () => {
    const writer = new BodyWriter(desk);
    for (let round = 0; round < options.rounds; round++) {
      await writer.work(random.pick(cold.length === 0 || random.chance(HOT_SHARE) ? hot : cold));
    }
  });
  await Promise.all([...tools, ...bodies]);
  return { ...tallies, hot };
}

/** Pages of medium length: long enough for many positions, short enough for collisions. */
function chooseHot(pages: readonly MadePage[]): MadePage[] {
  const byLength = pages.toSorted((a, b) => a.ledger.text.length - b.ledger.text.length);
  const middle = Math.max(0, Math.floor(byLength.length / 2 - HOT_PAGES / 2));
  return byLength.slice(middle, middle + HOT_PAGES);
}
