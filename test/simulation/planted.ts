/** Plants one fault at a time into the bundled Worker, and reports whether the simulation finds it. */
import { PLANTED } from "./planted-faults.ts";
import { inProcesses, type Given, type Shared } from "./processes.ts";

export async function checkPlanted(cases: readonly Given[], shared: Shared, only: string): Promise<number> {
  const chosen = PLANTED.filter(({ name }) => name.includes(only));
  let missed = 0;
  for (const { name, patch } of chosen) {
    const { failures } = await inProcesses(cases, { ...shared, patches: [patch], stopsAtFirst: true });
    const [first] = failures;
    if (!first) missed += 1;
    const what = first
      ? `found by seed ${first.seed}: ${first.report
          .split("\n")[0]
          ?.replace(/^seed \d+: /, "")
          .slice(0, 110)}`
      : "NOT FOUND";
    console.log(`${name}: ${what}`);
  }
  console.log(`${chosen.length - missed} passed, ${missed} failed`);
  return missed > 0 ? 1 : 0;
}
