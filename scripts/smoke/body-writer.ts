/** A writer that sends whole texts, based on earlier reads. */
import { type Call, LostAnswer, codeOf, readAnswer } from "./client.ts";
import { recordWrite, type WriterContext } from "./write-tallies.ts";
import { applyEdit, planEdit } from "./edit-plan.ts";
import type { Outcome, AcknowledgedEdit } from "./expected-edits.ts";
import { readPage } from "./load.ts";
import { Page, RevisionConflict } from "./shapes.ts";
import type { MadePage } from "./world.ts";

type Copy = { readonly revision: number; readonly lines: readonly string[] };

/** Number of earlier copies of a page that a writer keeps. */
const KEPT = 4;

export class BodyWriter {
  readonly #desk: WriterContext;
  readonly #copies = new Map<string, Copy[]>();

  constructor(desk: WriterContext) {
    this.#desk = desk;
  }

  /** Makes one to three edits of a copy, sent as one body. */
  async work(page: MadePage): Promise<void> {
    const { world, nextWord } = this.#desk;
    const { random } = world;
    const copy = await this.#look(page);
    let lines = [...copy.lines];
    const words: string[] = [];
    const touched: string[] = [];
    const extended: string[] = [];
    for (let count = 1 + random.below(3); count > 0; count--) {
      const { edit, promised } = planEdit({ firstLine: 1, lines }, page.ledger, random, nextWord);
      lines = applyEdit(lines, edit);
      words.push(...promised.words);
      touched.push(...promised.touched);
      extended.push(...promised.extended);
    }
    await this.#write(page, copy.revision, lines.join("\n"), { words, touched, extended }, random.chance(0.1));
  }

  async #look(page: MadePage): Promise<Copy> {
    const { client, person, random } = this.#desk.world;
    const kept = this.#copies.get(page.id) ?? [];
    if (kept.length > 0 && random.chance(0.7)) return random.pick(kept);
    const before = page.ledger.acknowledged;
    const { revision, content } = await readPage(client, person, page.id);
    page.ledger.noteText(revision, content, before);
    return this.#keep(page, revision, content);
  }

  #keep(page: MadePage, revision: number, content: string): Copy {
    const copy = { revision, lines: content.split("\n") };
    this.#copies.set(page.id, [...(this.#copies.get(page.id) ?? []), copy].slice(-KEPT));
    return copy;
  }

  async #write(
    page: MadePage,
    base: number,
    content: string,
    promised: AcknowledgedEdit,
    isStrict: boolean,
  ): Promise<void> {
    const { world, tallies } = this.#desk;
    const { id, ledger } = page;
    const json = { content, ...(isStrict ? { expectedRevision: base } : { baseRevision: base }) };
    const call: Call = { kind: "patch", method: "PATCH", path: `/api/pages/${id}`, as: world.person, json };
    const known = ledger.acknowledged;
    let outcome: Outcome = "lost";
    let revision: number | null = null;
    try {
      const answer = await world.client.send(call);
      if (answer.status === 409 && isStrict && codeOf(answer) === "revision_conflict") {
        outcome = "refused";
        tallies.conflicts++;
        const { currentRevision } = readAnswer(call, answer, RevisionConflict, 409);
        if (currentRevision <= base) ledger.fault(`a strict body for the latest revision ${base} was rejected`);
      } else if (answer.status === 200) {
        outcome = "done";
        const merged = readAnswer(call, answer, Page, 200);
        revision = merged.revision;
        if (isStrict && known > base) ledger.fault(`a strict body for revision ${base} was accepted after ${known}`);
        recordWrite(ledger, tallies, {
          base,
          known,
          revision: merged.revision,
          changed: promised.words.length > 0 || merged.revision > known,
        });
        ledger.noteText(merged.revision, merged.content);
        const missing = promised.words.filter((word) => !merged.content.includes(word));
        if (missing.length > 0) ledger.fault(`the response to a body does not contain ${missing.join(", ")}`);
        this.#keep(page, merged.revision, merged.content);
      } else if (answer.status === 503) tallies.lost++;
      else ledger.fault(`patch answered ${answer.status} ${answer.body.slice(0, 200)}`);
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      tallies.lost++;
    } finally {
      ledger.recordOutcome(promised, outcome);
      // If a body only deletes, another writer may have deleted the same.
      const by = revision !== null && promised.words.length > 0 ? "person" : null;
      ledger.record({ json: call.json, base, outcome, revision, by });
    }
  }
}
