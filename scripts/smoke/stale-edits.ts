/** Simulates a page without a server: a room, and writers who edit based on earlier reads. */
import { PageDocument } from "../../src/realtime/document.ts";
import { makeMemoryHistory } from "../../src/realtime/memory-history.ts";
import type { Change } from "../../src/realtime/change.ts";
import { Room } from "../../src/realtime/room.ts";
import { applyEdit, planEdit } from "./edit-plan.ts";
import { makeWord, ExpectedPage } from "./expected-edits.ts";
import { Provenance } from "./provenance.ts";
import { makeRandom, type Random } from "./random.ts";
import { planShape, type ShapePlan } from "./shape-plan.ts";

type LastRead = { readonly revision: number; readonly lines: readonly string[] };

/**
 * The faults of the final page (ideally none), and how much was edited. `lost` are the ledger's faults: a written word
 * that does not occur exactly once, an untouched line that changed. `strayed` are words that ended up in another line,
 * or words of an edited line that are lost or duplicated.
 */
type PageRun = {
  readonly lost: readonly string[];
  readonly strayed: readonly string[];
  readonly edits: number;
  readonly words: number;
};

/** `shapes`: in addition to the edits of the smoke run, writers split and join lines and add blank ones. */
export type Play = { readonly edits: number; readonly shapes: boolean };

/** Number of earlier reads that writers work from; the page as loaded is always one of them. */
const REMEMBERED = 6;

const ROOM_CLIENT = 7;

/** Plays a random series of edits on a page; deterministic for a given seed and texts. */
export function playPage(seed: number, texts: readonly string[], { edits, shapes }: Play): PageRun {
  const random = makeRandom(seed);
  // If writers add and remove blank lines, those are not checked.
  const arePlainBlanks = !shapes || random.chance(0.5);
  // An emptied page still has one empty line, which on a very short page would be mistaken for a written one.
  const text = chooseText(texts, arePlainBlanks ? [8, 20, 60] : [3, 8, 20, 60], random);
  const shown = (content: string): string => (arePlainBlanks ? content : withoutBlanks(content));
  const ledger = new ExpectedPage(`seed ${seed}`, shown(text), random);
  const provenance = new Provenance(text);
  const { room, write } = openRoom(text);
  const sights: LastRead[] = [{ revision: 1, lines: text.split("\n") }];
  let words = 0;
  const nextWord = (): string => makeWord(seed, ++words);
  for (let count = 0; count < edits; count++) {
    const sight = random.pick(sights);
    const plans: ShapePlan[] = [];
    let lines = [...sight.lines];
    const isBody = random.chance(0.5);
    for (let more = isBody ? 1 + random.below(3) : 1; more > 0; more--) {
      const plan = shapes
        ? planShape(lines, ledger, random, nextWord, !arePlainBlanks)
        : { ...planEdit({ firstLine: 1, lines }, ledger, random, nextWord), isReshaped: false };
      plans.push(plan);
      provenance.note(lines, plan);
      lines = applyEdit(lines, plan.edit);
      ledger.recordOutcome(plan.promised, "done");
    }
    const [plan] = plans;
    const content = lines.join("\n");
    const change: Change = isBody || plan === undefined ? { kind: "body", content } : { kind: "lines", ...plan.edit };
    write(change, sight.revision);
    if (random.chance(0.6)) {
      sights.push({ revision: room.revision, lines: room.text.split("\n") });
      if (sights.length > REMEMBERED) sights.splice(random.below(2), 1);
    }
  }
  const finalText = provenance.withoutPieces(room.text);
  const strayed = provenance.faultsOf(room.text);
  return { lost: ledger.faultsOf(shown(finalText)), strayed, edits, words };
}

const withoutBlanks = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");

/** A section of one of the texts; short sections cause more edits of the same line. */
function chooseText(texts: readonly string[], sizes: readonly number[], random: Random): string {
  const lines = random.pick(texts).replaceAll("\r", "").split("\n");
  const most = random.pick(sizes);
  const start = random.below(Math.max(1, lines.length - most));
  return lines.slice(start, start + most).join("\n");
}

function openRoom(text: string) {
  const history = makeMemoryHistory();
  history.commit(1, new PageDocument().splice([{ at: 0, remove: 0, insert: text }], ROOM_CLIENT) ?? NO_UPDATE);
  const room = new Room(
    history,
    { revision: 1, usedRevision: 1, client: ROOM_CLIENT },
    () => 9,
    () => "markdown",
  );
  const write = (change: Change, base: number): void => {
    const outcome = room.edit({ change, base });
    if (!outcome.ok) throw new Error(outcome.error.code);
    if (outcome.update === null) return;
    history.commit(outcome.revision, outcome.update);
    room.confirm();
  };
  return { room, write };
}

/** The empty Yjs update. */
const NO_UPDATE = new Uint8Array([0, 0]);
