/** Asks the user who asked an agent whether it may make a call: what would happen, to which pages, and who is affected. */
import { useEffect, useRef } from "preact/hooks";
import type { Approval, ApprovalReason } from "../../../kernel/agent-run.ts";
import { words } from "../../../words/approval.ts";
import { plural } from "../../../words/plural.ts";
import { words as answerWords } from "../../../words/answer.ts";
import { toolLabel } from "../../shared/conversation/tool-label.ts";
import { locale } from "../../shared/relative-time.ts";
import { Icon } from "../../shared/icons.tsx";
import { ApiError, call } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";
import { type DiffLine, diffLines } from "./diff-lines.ts";
import { PageLinks, type PageTitles, useTitles } from "./page-links.tsx";

type Decision = "once" | "further" | "no";

export type ApprovalProps = {
  readonly approval: Approval;
  readonly titles: PageTitles;
  /** The address of the run. */
  readonly address: string;
  /** The decision was stored, or the call had changed and the run has to be read again. */
  readonly decided: (isStored: boolean) => void;
};

/** With only these reasons, the user may also permit later changes of the same answer. */
const GENERAL: readonly ApprovalReason[] = ["read_outsiders", "every_write"];

/** How long (ms) the buttons ignore keys after the focus moved to them: the user may have been about to type. */
const GRACE = 500;
/** When (ms) the focus moves: the first time it may be in the composer, which still contains the question. */
const FOCUS_AT = [0, 300, 1_000];

async function decide(address: string, { seq, hash }: Approval, answer: Decision): Promise<boolean> {
  try {
    await call("POST", `${address}/decision`, { seq, hash, answer });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
    announce(words.changedSince);
    return false;
  }
}

export const ApprovalCard = ({ approval, titles, address, decided }: ApprovalProps) => {
  const no = useRef<HTMLButtonElement>(null);
  const focusedAt = useRef(0);
  useEffect(() => {
    const focus = (): void => {
      if (focusedAt.current > 0 || isWriting()) return;
      focusedAt.current = performance.now();
      no.current?.focus();
    };
    const timers = FOCUS_AT.map((after) => setTimeout(focus, after));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  const title = `approval-${approval.seq}`;
  const button = (answer: Decision, label: string, look: string) => (
    <button
      type="button"
      class={look}
      {...(answer === "no" && { ref: no })}
      onClick={({ currentTarget, detail }) => {
        // A press by keyboard has no clicks to count.
        if (detail === 0 && performance.now() - focusedAt.current < GRACE) return;
        attempt(currentTarget, () => decide(address, approval, answer).then(decided));
      }}
    >
      {label}
    </button>
  );
  return (
    <section class="card approval" aria-labelledby={title}>
      <h2 class="row" id={title}>
        <Icon name="shield" />
        {words.title(toolLabel(approval.tool))}
      </h2>
      <ul>
        {approval.reasons.map((reason) => (
          <li key={reason}>{words.reasons[reason]}</li>
        ))}
      </ul>
      <Affected approval={approval} titles={titles} />
      <p class="muted small">{words.until(timeOf(approval.expiresAt))}</p>
      <p class="row wrap">
        {button("no", words.no, "quiet outlined")}
        {button("once", words.once, "")}
        {approval.reasons.every((reason) => GENERAL.includes(reason)) &&
          button("further", words.further, "quiet outlined")}
      </p>
    </section>
  );
};

/** Moving the focus out of a text would lose what is typed next. */
function isWriting(): boolean {
  const active = document.activeElement;
  if (active?.closest("dialog") ?? false) return true;
  if (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) return true;
  const isEditor = active instanceof HTMLElement && active.isContentEditable;
  return isEditor && active.querySelector(".cm-placeholder") === null;
}

const timeOf = (at: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(at);

const Affected = ({ approval, titles }: Pick<ApprovalProps, "approval" | "titles">) => {
  const { pageIds, diffs, titles: made, content, hiddenFrom } = approval;
  // A diff names its page.
  const others = pageIds.filter((id) => diffs.every(({ pageId }) => pageId !== id));
  return (
    <>
      {hiddenFrom && <p>{hiddenSentence(hiddenFrom)}</p>}
      {others.length > 0 && (
        <div>
          <h3>{words.pages}</h3>
          <PageLinks ids={others} titles={titles} />
        </div>
      )}
      {made.length > 0 && (
        <div>
          <h3>{words.newPages}</h3>
          <ul>
            {made.map((title, at) => (
              <li key={at} dir="auto">
                {title}
              </li>
            ))}
          </ul>
        </div>
      )}
      {content !== null && (
        <div>
          <h3>{words.text}</h3>
          <blockquote dir="auto">{content}</blockquote>
        </div>
      )}
      {diffs.map(({ pageId, diff }) => (
        <Diff key={pageId} pageId={pageId} diff={diff} titles={titles} />
      ))}
    </>
  );
};

function hiddenSentence({ count, names }: NonNullable<Approval["hiddenFrom"]>): string {
  const rest = count - names.length;
  const all = rest > 0 ? [...names, plural(rest, words.others)] : names;
  return words.hiddenFrom(
    plural(count, words.people),
    new Intl.ListFormat(locale(), { type: "conjunction" }).format(all),
  );
}

const SIGNS = { same: " ", added: "+", removed: "−", gap: "⋯" } as const;

type DiffProps = { readonly pageId: string; readonly diff: string; readonly titles: PageTitles };

const Diff = ({ pageId, diff, titles }: DiffProps) => {
  useTitles(titles, [pageId]);
  const title = titles.get(pageId)?.title ?? answerWords.hiddenPage;
  return (
    <div>
      <h3>
        <a href={`/pages/${pageId}`}>
          <bdi>{title}</bdi>
        </a>
      </h3>
      <pre class="compared compared-source author-0" role="group" aria-label={words.diffOf(title)} tabIndex={0}>
        {diffLines(diff).map((line, at) => (
          <span key={at} class="diff-line">
            <span aria-hidden="true">{SIGNS[line.kind]} </span>
            <LineText line={line} />
          </span>
        ))}
      </pre>
    </div>
  );
};

const LineText = ({ line: { kind, text } }: { readonly line: DiffLine }) => {
  if (kind === "added")
    return (
      <ins dir="auto">
        <span class="hidden">{words.added} </span>
        {text}
      </ins>
    );
  if (kind === "removed")
    return (
      <del dir="auto">
        <span class="hidden">{words.removed} </span>
        {text}
      </del>
    );
  return <span dir="auto">{text}</span>;
};
