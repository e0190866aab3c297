/** A tool with old reads, and live users, change one page in a random order of edits and messages. */
import { planTasks } from "../../../src/features/mcp/tools/task-edits.ts";
import { planEdits } from "../../../src/features/pages/edits/rules.ts";
import { readStatuses } from "../../../src/formats/tasks/statuses.ts";
import { applySplices } from "../../../src/realtime/splices.ts";
import { type Act, Dice } from "./acts.ts";
import { Ledger } from "./ledger.ts";
import { taskName } from "./reading.ts";
import { type Read, type Seen, SharedPage } from "./shared-page.ts";

export type Word = (kind: "tk" | "wd" | "nt") => string;
export type MakeAct = (text: string, dice: Dice, word: Word) => Act | null;

/** Old reads that a tool writes from. */
const MAX_READS = 3;
/** Operations after which all messages arrive and the page is checked. */
const CHECKED = 50;

/** Whether the act moves or removes lines. */
const isShift = ({ name }: Act): boolean => name === "move" || name === "remove";

export type Outcome = { readonly faults: readonly string[]; readonly story: readonly string[]; readonly text: string }; // oxfmt-ignore

class Play {
  readonly dice: Dice;
  readonly page: SharedPage;
  readonly ledger: Ledger;
  operations = 0;
  #reads: Read[];
  readonly #make: MakeAct;
  readonly #isLive: boolean;
  #words = 100;

  constructor(seed: number, text: string, make: MakeAct, isLive: boolean) {
    this.dice = new Dice(seed);
    this.page = new SharedPage(text, 2, this.dice.next);
    this.ledger = new Ledger(text);
    this.#reads = [this.page.read()];
    this.#make = make;
    this.#isLive = isLive;
  }

  step(): void {
    const { dice, page } = this;
    const roll = dice.below(100);
    const peer = dice.pick(page.peers);
    if (roll < 45 && this.#isLive) this.#actLive();
    else if (roll < 65) this.#actByTool();
    else if (roll < 78) page.send(peer, 1 + dice.below(4), dice.chance(30));
    else if (roll < 90) page.deliver(peer, 1 + dice.below(6));
    else this.#reads = [...this.#reads, page.read()].slice(-MAX_READS);
  }

  faults(): string[] {
    const { page } = this;
    page.settle();
    const copies = page.peers.flatMap(({ text }) => (text === page.text ? [] : ["a live user has another text"]));
    return [...copies, ...this.ledger.faultsOf(page.text)];
  }

  #word = (kind: "tk" | "wd" | "nt"): string => `${kind}${(this.#words += 1)}x`;

  #actLive(): void {
    const { dice, page } = this;
    const peer = dice.pick(page.peers);
    const act = this.#make(peer.text, dice, this.#word);
    if (act === null) return;
    const before = peer.text;
    const operation = this.#note(act, peer.seen, before);
    peer.edit(act.splices, operation);
  }

  #actByTool(): void {
    const { dice, page } = this;
    const read = dice.chance(30) ? page.read() : dice.pick(this.#reads);
    const seen: Seen = new Set(read.seen);
    const acts: Act[] = [];
    let { text } = read;
    for (let count = 1 + dice.below(3); count > 0; count -= 1) {
      const act = dice.chance(20) ? this.#planned(text) : this.#make(text, dice, this.#word);
      // A task that one body both rewords and moves is another task to the merge.
      if (act === null || acts.some(({ task }) => task === act.task && (isShift(act) || act.name === "reword")))
        continue;
      acts.push(act);
      const operation = this.#note(act, seen, text);
      seen.add(operation);
      text = act.text;
    }
    const [first] = acts;
    if (!first) return;
    const isOne = acts.length === 1 && dice.chance(50);
    const operations = acts.map((_, i) => this.operations - acts.length + 1 + i);
    const { splices } = first;
    page.write(isOne ? { kind: "splices", splices } : { kind: "body", content: text }, read, operations);
  }

  /** A change of the tool for tasks. */
  #planned(text: string): Act | null {
    const { dice } = this;
    const statuses = readStatuses(text);
    const names = [...text.matchAll(/^[ ]*- \[.\] .*$/gm)].flatMap(([line]) => taskName(line) ?? []);
    if (statuses.length === 0 || new Set(names).size < Math.max(names.length, 1)) return null;
    const name = dice.pick(names);
    const set = [
      { text: name, ...(dice.chance(50) ? { status: dice.pick(statuses).key } : { done: dice.chance(50) }) },
    ];
    const add = dice.chance(20) ? [{ title: `Mail ${this.#word("tk")} to zunu`, done: false }] : [];
    const splices = planEdits("TASK_LIST", text, planTasks("TASK_LIST", text, set, add, "2026-12-05"));
    const after = applySplices(text, splices);
    return after === text ? null : { name: "update_tasks", task: name, splices, text: after };
  }

  #note(act: Act, seen: Seen, before: string): number {
    this.operations += 1;
    this.ledger.note(this.operations, act.name, seen, before, act.text);
    return this.operations;
  }
}

/** `isLive`: the live users edit, too; otherwise they only receive what the tool writes from its old reads. */
export function play(seed: number, text: string, operations: number, make: MakeAct, isLive: boolean): Outcome {
  const game = new Play(seed, text, make, isLive);
  let faults: string[] = [];
  for (let next = CHECKED; game.operations < operations && faults.length === 0; next += CHECKED) {
    while (game.operations < Math.min(next, operations)) game.step();
    faults = game.faults();
  }
  const { ledger, page } = game;
  return { faults, story: ledger.storyOf(faults), text: page.text };
}
