/** The answers of agents on a page: those being written, and what readers do with them. */
import { render } from "preact";
import { hasEnded, type RunView } from "../../../kernel/agent-run.ts";
import type { OpenRun, RunSummary, UndoneRun } from "../../../features/agent-runs/contract.ts";
import type { Message, PostedMessage } from "../../../features/messages/contract.ts";
import { keyOfQuote } from "../../shared/conversation/citation.ts";
import { textOf } from "../../shared/conversation/run-view.ts";
import { isReadingTool } from "../../shared/conversation/tool-label.ts";
import { plural } from "../../../words/plural.ts";
import { words } from "../../../words/answer.ts";
import { call, path } from "../api/api.ts";
import { find, need, onClick } from "../ui/dom.ts";
import { announceForScreenReaders, attempt, showError } from "../ui/notice.ts";
import { showAgentState } from "./agent-state.ts";
import type { ApprovalCard } from "./approval-card.tsx";
import { LiveRuns } from "./live-runs.ts";
import { Ending } from "./ending.tsx";
import { OpenAnswers } from "./open-answers.tsx";
import { PageLinks, PageTitles } from "./page-links.tsx";
import type { UndoneList } from "./undo-answer.tsx";

/** Length (characters) from which the text of an answer is redrawn less often, and the intervals (ms) between redraws. */
const LONG_TEXT = 4_000;
const REDRAW_MS = 30;
const REDRAW_LONG_MS = 100;
/** How long (ms) news is gathered for screen readers. */
const NEWS_MS = 400;

type Options = {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly messages: () => readonly Message[];
  /** Reads the messages again. */
  readonly refresh: () => void;
  /** Draws the messages again. */
  readonly draw: () => void;
  /** Called with what stops the answer that is being written; null if there is none, or the reader may not stop it. */
  readonly stoppable: (stop: (() => void) | null) => void;
};

type Parts = {
  readonly Card: typeof ApprovalCard | null;
  readonly UndoneList: typeof UndoneList | null;
};

export class Answers {
  readonly #options: Options;
  readonly #pageId: string;
  readonly #userId: string;
  readonly #isChat: boolean;
  readonly #slot: HTMLElement;
  readonly #titles = new PageTitles();
  readonly #runs: LiveRuns;
  #parts: Parts = { Card: null, UndoneList: null };
  readonly #undone = new Map<string, UndoneRun>();
  /** Why nobody answers a message of this user, by its id. */
  readonly #unanswered = new Map<string, keyof typeof words.unavailable>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Sentences that screen readers are about to be told. */
  readonly #news: string[] = [];

  constructor(options: Options) {
    const { root, signal } = (this.#options = options);
    this.#pageId = root.dataset["page"] ?? "";
    this.#userId = root.dataset["user"] ?? "";
    this.#isChat = root.dataset["type"] === "AI_CHAT";
    this.#slot = need("[data-runs]", HTMLElement, root);
    this.#runs = new LiveRuns({
      pageId: this.#pageId,
      userId: this.#userId,
      signal,
      changed: (now, before, isNews) => this.#changed(now, before, isNews),
      missed: options.refresh,
    });
    onClick(root, "a.md-cite[title]", (link) => {
      if (link instanceof HTMLAnchorElement) sessionStorage.setItem(keyOfQuote(link), link.title);
    });
    signal.addEventListener("abort", () => this.#timer !== null && clearTimeout(this.#timer));
    if (!this.#isChat) return;
    this.#runs.connect().catch(showError);
    showAgentState(root, this.#pageId).catch(reportError);
  }

  /** Ids of the runs whose messages are not in the list yet. */
  get ids(): ReadonlySet<string> {
    return this.#runs.ids;
  }

  /** `known` are the ids from before the messages were requested. */
  sync(open: readonly OpenRun[], known: ReadonlySet<string>): void {
    if (open.length > 0) this.#runs.connect().catch(showError);
    this.#runs.sync(open, known);
    if (!this.#isChat && open.length === 0 && this.#runs.ids.size === 0) this.#runs.disconnect();
    this.#draw();
  }

  /** A message of this user was stored. */
  posted({ id, pageId, started }: PostedMessage): void {
    if (started === null) return;
    if ("unavailable" in started) {
      this.#unanswered.set(id, started.unavailable);
      announceForScreenReaders(words.unavailable[started.unavailable]);
      return;
    }
    this.#runs.connect().catch(showError);
    const steps = { steps: [], wasResumed: false, context: { used: 0, window: 0 } };
    const run = { id: started.id, pageId, questionId: id, userId: this.#userId, state: started.state, ...steps };
    // In a channel, the title of the agent's page is not known here.
    if (this.#isChat) this.#runs.begin({ ...run, agentPageId: pageId, agent: this.#title });
    else this.#runs.read(run.id);
  }

  /** What is shown under a message. */
  readonly note = (message: Message) => {
    const reason = this.#unanswered.get(message.id);
    if (reason !== undefined) return <p class="muted">{words.unavailable[reason]}</p>;
    const { run } = message;
    return (
      run && (
        <>
          <Ending run={run} />
          {this.#effects(message, run)}
        </>
      )
    );
  };

  #effects({ user }: Message, run: RunSummary) {
    const { UndoneList: List } = this.#parts;
    const undone = this.#undone.get(run.id);
    if (undone && List) return <List undone={undone} />;
    const changed = new Set(
      run.calls.flatMap(({ tool, state, pageIds }) => (state === "done" && !isReadingTool(tool) ? pageIds : [])),
    );
    if (changed.size === 0) return null;
    if (run.isUndone) return <p class="row pill changed muted">{words.wasUndone}</p>;
    if (user?.id !== this.#userId) return null;
    return (
      <p class="row pill changed">
        {plural(changed.size, words.changed)}
        <button
          type="button"
          class="quiet"
          onClick={({ currentTarget }) => attempt(currentTarget, () => this.#undo(run.id))}
        >
          {words.undoAll}
        </button>
      </p>
    );
  }

  async openSettings(canEdit: boolean): Promise<void> {
    const { openAgentSettings } = await import("./agent-settings.tsx");
    await openAgentSettings(this.#pageId, canEdit);
  }

  readonly links = (ids: readonly string[]) => <PageLinks ids={ids} titles={this.#titles} />;

  get #title(): string {
    const field = find("[data-title]", HTMLTextAreaElement, this.#options.root);
    return field?.value ?? find("[data-shown-title]", HTMLElement, this.#options.root)?.textContent ?? "";
  }

  async #undo(runId: string): Promise<void> {
    const undoing = await import("./answer-parts.ts");
    const undone = await undoing.undoAnswer(this.#pageId, runId);
    if (undone === null) return;
    this.#parts = { ...this.#parts, UndoneList: undoing.UndoneList };
    this.#undone.set(runId, undone);
    this.#options.draw();
  }

  #decided(runId: string, isStored: boolean): void {
    if (isStored) this.#runs.decided(runId);
    else this.#runs.read(runId);
    this.#focusComposer();
  }

  /** The button that had the focus disappears. */
  #focusComposer(): void {
    find("[data-composer] .cm-content", HTMLElement, this.#options.root)?.focus();
  }

  #stopOf({ id, userId }: RunView): (() => void) | undefined {
    if (userId !== this.#userId && !this.#options.root.hasAttribute("data-can-delete")) return undefined;
    return () =>
      attempt(null, async () => {
        await call("POST", path`/api/pages/${this.#pageId}/runs/${id}/cancel`);
        // A run that was waiting in line sends no frames.
        this.#options.refresh();
        this.#focusComposer();
      });
  }

  #changed(now: RunView, before: RunView | undefined, isNews: boolean): void {
    // What is going on when the page opens is read like any message.
    const isChanged = before?.state !== now.state && (before !== undefined || isNews);
    const said = isChanged ? newsOf(now, this.#userId) : null;
    if (said !== null) this.#say(said);
    if (now.state === "waiting" && now.userId === this.#userId) this.#loadCard().catch(showError);
    this.#timer ??= setTimeout(() => this.#draw(), textOf(now).length > LONG_TEXT ? REDRAW_LONG_MS : REDRAW_MS);
  }

  /** Joins what happens at once, such as the end of one answer and the beginning of the next. */
  #say(sentence: string): void {
    this.#news.push(sentence);
    if (this.#news.length > 1) return;
    setTimeout(() => announceForScreenReaders(this.#news.splice(0).join(" ")), NEWS_MS);
  }

  async #loadCard(): Promise<void> {
    if (this.#parts.Card !== null) return;
    const card = await import("./answer-parts.ts");
    this.#parts = { ...this.#parts, Card: card.ApprovalCard };
    this.#draw();
  }

  #draw(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { messages, signal, stoppable } = this.#options;
    if (signal.aborted) return;
    const asked = new Map(messages().map(({ id, user }) => [id, user]));
    const runs = this.#runs.all;
    render(
      <OpenAnswers
        runs={runs}
        userId={this.#userId}
        askerOf={({ questionId }) => asked.get(questionId) ?? null}
        links={this.links}
        stopOf={(run) => this.#stopOf(run)}
        Card={this.#parts.Card}
        approvalOf={(run, approval) => ({
          approval,
          titles: this.#titles,
          address: path`/api/pages/${this.#pageId}/runs/${run.id}`,
          decided: (isStored) => this.#decided(run.id, isStored),
        })}
      />,
      this.#slot,
    );
    const first = runs.find(({ run }) => !hasEnded(run.state));
    stoppable((first && this.#stopOf(first.run)) ?? null);
  }
}

/** What a screen reader is told about a run whose state has changed. */
function newsOf({ state, agent, userId }: RunView, reader: string): string | null {
  switch (state) {
    case "queued":
      return null;
    case "running":
      return words.began(agent);
    case "waiting":
      return userId === reader ? words.asks(agent) : null;
    case "done":
      return words.ended(agent);
    case "failed":
      return words.endedBadly(agent);
    case "cancelled":
      return words.wasStopped(agent);
  }
}
