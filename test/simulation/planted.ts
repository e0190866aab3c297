/** Plants one fault at a time into the bundled Worker, and reports whether the simulation finds it. */
import { readFileSync } from "node:fs";
import { PLANTED, type Planted } from "./planted-faults.ts";
import { applyPatch } from "./platform/bundle.ts";
import { inProcesses, type Given, type Shared } from "./processes.ts";

/** Returns the exit code. `only` is a part of the names of the faults to plant. */
export async function checkPlanted(cases: readonly Given[], shared: Shared, only: string): Promise<number> {
  const chosen = PLANTED.filter(({ name }) => name.includes(only));
  const source = readFileSync(shared.bundle, "utf8");
  const outcomes = new Map<string, string | null>();
  const waiting = [...chosen];
  // One process for each fault, so that the first seed that finds it does not depend on the other processes.
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const missed = await plant(next, source, cases, shared);
      outcomes.set(next.name, missed);
    }
  };
  await Promise.all(Array.from({ length: shared.processes }, work));
  const missed = [...outcomes.values()].filter((each) => each !== null).length;
  console.log(`${chosen.length - missed} passed, ${missed} failed`);
  return missed > 0 || chosen.length === 0 ? 1 : 0;
}

/** Returns why the fault was not found, or null. */
async function plant(
  { name, patch, shows, isBeside }: Planted,
  source: string,
  cases: readonly Given[],
  shared: Shared,
): Promise<string | null> {
  const outcome = await search();
  console.log(`${outcome.isFound ? "" : "FAILED "}${name}: ${outcome.told}`);
  return outcome.isFound ? null : outcome.told;

  async function search(): Promise<{ isFound: boolean; told: string }> {
    try {
      applyPatch(source, patch);
    } catch (error) {
      return { isFound: false, told: (error as Error).message };
    }
    const { failures } = await inProcesses(cases, {
      ...shared,
      ...(isBeside ? { beside: { bundle: shared.bundle, revision: "HEAD" } } : {}),
      processes: 1,
      patches: [patch],
      stopsAtFirst: true,
    });
    const [first] = failures;
    if (!first) return { isFound: false, told: `not found by ${cases.length} seeds` };
    const wrong = first.report.split("\n").map((line) => line.replace(/^seed \d+: /, "").trim());
    const found = wrong.find((line) => shows.test(line));
    const told = (found ?? wrong[0] ?? "").slice(0, 110);
    return { isFound: found !== undefined, told: `seed ${first.seed} ${found === undefined ? "shows something else" : "shows it"}: ${told}` }; // oxfmt-ignore
  }
}
