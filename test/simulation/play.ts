/** Plays one simulation from its seed, and judges it. */
import "./platform/globals.ts";
import type { Fired } from "./platform/faults.ts";
import { checkAll } from "./checks.ts";
import type { Play } from "./client.ts";
import { Ledger, type Kept } from "./ledger.ts";
import { purge, sharing, withdraw } from "./operations/aimed.ts";
import { credential } from "./operations/credentials.ts";
import { importArchive, upload, uploadParts } from "./operations/files.ts";
import { message } from "./operations/messages.ts";
import { create, structure } from "./operations/structure.ts";
import { history, insert, read, replace, several, tool } from "./operations/text.ts";
import { LivePages } from "./live-pages.ts";
import { leave, type } from "./operations/typing.ts";
import { populate } from "./people.ts";
import { restore } from "./restore.ts";
import { planOf, type Kind, type Operation } from "./plan.ts";
import { World, type Start } from "./world.ts";

type Run = (play: Play, operation: Operation) => Promise<(() => void) | null>;
const RUN: Readonly<Record<Kind, Run>> = { type, leave, insert, replace, tool, several, history, structure, withdraw, purge, sharing, create, message, upload, uploadParts, importArchive, credential, read }; // oxfmt-ignore

export type Case = {
  readonly seed: number;
  readonly operations: number;
  readonly rate: number;
  /** Operations and faults that are left out, for shrinking. */
  readonly without: { readonly operations: ReadonlySet<number>; readonly faults: ReadonlySet<string> };
};
export type Outcome = {
  readonly wrong: readonly string[];
  readonly fired: readonly Fired[];
  readonly log: readonly string[];
  readonly played: readonly number[];
};

/** No client waits longer for an answer, in ms of simulated time. */
const LONGEST_ANSWER = 180_000;

export async function play(given: Case, start: Start): Promise<Outcome> {
  const { seed, operations: count, rate, without } = given;
  const world = new World({ seed, rate: 0, without: without.faults }, start);
  const people = world.as(0, () => populate(world));
  const ledger = new Ledger(people, () => world.engine.now);
  const current: Play = { world, ledger, live: new LivePages() };
  world.faults.rate = rate;
  const played: number[] = [];
  let kept: Kept | null = null;
  for (const [index, { operations, pause, outage, jump, isKept, isRestored }] of planOf(seed, count).entries()) {
    world.faults.outage = outage;
    if (jump !== null && rate > 0) world.jump(index, jump);
    if (isKept) {
      world.main.keep();
      kept = ledger.keep();
    }
    if (isRestored && kept !== null && rate > 0 && world.faults.strikes("restored", "database", index))
      restore(current, kept);
    const some = operations.filter(({ number }) => !without.operations.has(number));
    played.push(...some.map(({ number }) => number));
    await playRound(current, some);
    await world.pass(pause);
    reportUncaught(current);
    if (ledger.wrong.length > 0) break;
  }
  if (ledger.wrong.length === 0)
    await checkAll(current).catch((error: unknown) => ledger.fail(`a check got no answer: ${String(error)}`));
  reportUncaught(current);
  const { ms, request } = world.longest;
  if (ms > LONGEST_ANSWER) ledger.fail(`${request} was answered after ${ms} ms`);
  return { wrong: ledger.wrong, fired: world.faults.fired, log: ledger.log, played };
}

function reportUncaught({ world, ledger }: Play): void {
  for (const error of world.engine.uncaught.splice(0)) ledger.fail(`uncaught: ${String(error)}`);
}

async function playRound(current: Play, operations: readonly Operation[]): Promise<void> {
  const { world, ledger } = current;
  const judges: (() => void)[] = [];
  const waiting = new Set<number>();
  for (const operation of operations) {
    waiting.add(operation.number);
    world.as(operation.number, () =>
      world.engine.after(operation.at, () => {
        void runOne(current, operation, judges).finally(() => waiting.delete(operation.number));
      }),
    );
  }
  await world.engine.settle();
  // An answer may wait for background work, such as a retried alarm.
  for (let tries = 0; waiting.size > 0 && tries < 150; tries += 1) await world.pass(1_000);
  for (const number of waiting) ledger.fail(`#${number} got no answer`);
  for (const act of ledger.afterRound.splice(0)) act();
  for (const judge of judges) judge();
}

async function runOne(current: Play, operation: Operation, judges: (() => void)[]): Promise<void> {
  try {
    const judge = await RUN[operation.kind](current, operation);
    if (judge) judges.push(judge);
  } catch (error) {
    current.ledger.fail(
      `#${operation.number} ${operation.kind}: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
}
