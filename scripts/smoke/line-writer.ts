/** A writer that reads and edits by line, as a tool does. */
import { type Call, LostAnswer, codeOf, readAnswer } from "./client.ts";
import { recordWrite, type WriterContext } from "./write-tallies.ts";
import { planEdit, type Plan, type View } from "./edit-plan.ts";
import type { Outcome } from "./expected-edits.ts";
import { DocumentAnswer, RevisionConflict } from "./shapes.ts";
import type { MadePage } from "./world.ts";

type LastRead = View & { readonly revision: number };

/** Which text an edit's line numbers refer to, and how the request specifies it. */
type Mode = "shown" | "fresh" | "stale" | "strict" | "excerpt";

/** Number of earlier reads of a page that a writer remembers. */
const REMEMBERED = 5;

export class LineWriter {
  readonly #desk: WriterContext;
  readonly #sights = new Map<string, LastRead[]>();
  /** The last response to a write on a page that no other tool uses, until something newer was read. */
  readonly #excerpts = new Map<string, LastRead>();

  constructor(desk: WriterContext) {
    this.#desk = desk;
  }

  /** Makes one edit. `isOwn`: no other tool reads or writes the page. */
  async work(page: MadePage, isOwn: boolean): Promise<void> {
    const { random } = this.#desk.world;
    const mode = this.#chooseMode(page, isOwn);
    const sight = await this.#look(page, mode);
    const plan = planEdit(sight, page.ledger, random, this.#desk.nextWord);
    await this.#write(page, sight, plan, mode);
  }

  #chooseMode(page: MadePage, isOwn: boolean): Mode {
    const { random } = this.#desk.world;
    if (isOwn && this.#excerpts.has(page.id) && random.chance(0.5)) return "excerpt";
    const choice = random.below(10);
    if (choice < 3) return isOwn ? "shown" : "fresh";
    if (choice < 5) return "fresh";
    return choice < 9 ? "stale" : "strict";
  }

  async #look(page: MadePage, mode: Mode): Promise<LastRead> {
    const excerpt = this.#excerpts.get(page.id);
    if (mode === "excerpt" && excerpt) return excerpt;
    const known = this.#sights.get(page.id) ?? [];
    if (mode === "stale" && known.length > 0) return this.#desk.world.random.pick(known);
    // A strict edit based on an old read must be rejected; one based on a new read may be.
    if (mode === "strict" && known.length > 0 && this.#desk.world.random.chance(0.5))
      return this.#desk.world.random.pick(known);
    return this.#read(page);
  }

  async #read({ id, ledger }: MadePage): Promise<LastRead> {
    const { client, tool } = this.#desk.world;
    const before = ledger.acknowledged;
    const call: Call = {
      kind: "mcp read",
      method: "POST",
      path: "/api/mcp/documents",
      as: tool,
      json: { pageId: id, operation: "read" },
      isRepeatable: true,
    };
    const answer = await client.get(call, DocumentAnswer);
    ledger.noteText(answer.revision, answer.content, before);
    const sight = { firstLine: 1, lines: answer.content.split("\n"), revision: answer.revision };
    this.#sights.set(id, [...(this.#sights.get(id) ?? []), sight].slice(-REMEMBERED));
    this.#excerpts.delete(id);
    return sight;
  }

  async #write(page: MadePage, sight: LastRead, { edit, promised }: Plan, mode: Mode): Promise<void> {
    const { world, tallies } = this.#desk;
    const { id, ledger } = page;
    const base =
      mode === "shown" || mode === "excerpt"
        ? {}
        : mode === "strict"
          ? { expectedRevision: sight.revision }
          : { baseRevision: sight.revision };
    const call: Call = {
      kind: `mcp ${edit.operation}`,
      method: "POST",
      path: "/api/mcp/documents",
      as: world.tool,
      json: { pageId: id, ...edit, ...base },
    };
    const known = ledger.acknowledged;
    this.#excerpts.delete(id);
    let outcome: Outcome = "lost";
    let revision: number | null = null;
    let by: "tool" | null = null;
    try {
      const answer = await world.client.send(call);
      if (answer.status === 409 && mode === "strict" && codeOf(answer) === "revision_conflict") {
        outcome = "refused";
        tallies.conflicts++;
        const { currentRevision } = readAnswer(call, answer, RevisionConflict, 409);
        if (currentRevision <= sight.revision)
          ledger.fault(`a strict edit of the latest revision ${sight.revision} was rejected`);
      } else if (answer.status === 200) {
        outcome = "done";
        const done = readAnswer(call, answer, DocumentAnswer, 200);
        revision = done.revision;
        if (done.changed) by = "tool";
        if (mode === "strict" && known > sight.revision)
          ledger.fault(`a strict edit of revision ${sight.revision} was accepted after ${known}`);
        recordWrite(ledger, tallies, { base: sight.revision, known, revision: done.revision, changed: done.changed });
        checkShown(page, done, promised.words);
        if (done.changed)
          this.#excerpts.set(id, {
            firstLine: done.startLine,
            lines: done.content.split("\n"),
            revision: done.revision,
          });
      } else if (answer.status === 503) tallies.lost++;
      else ledger.fault(`${call.kind} (${mode}) answered ${answer.status} ${answer.body.slice(0, 200)}`);
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      tallies.lost++;
    } finally {
      ledger.recordOutcome(promised, outcome);
      ledger.record({ json: call.json, base: sight.revision, outcome, revision, by });
    }
  }
}

/** The response must show what was written, and must not report an edit as unchanged. */
function checkShown({ ledger }: MadePage, answer: DocumentAnswer, words: readonly string[]): void {
  if (words.length > 0 && !answer.changed) ledger.fault("an edit that inserted words returned changed: false");
  const missing = words.filter((word) => !answer.content.includes(word));
  if (missing.length > 0) ledger.fault(`the response to ${answer.operation} does not show ${missing.join(", ")}`);
  if (answer.warnings) ledger.fault(`a recent base was not used exactly: ${answer.warnings.join(" ")}`);
}
