/** `@` completes people and pages, `[[` pages only. */
import {
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { makeMention, type MentionTarget } from "../../../../formats/mentions.ts";
import { words } from "../../../../words/editor-commands.ts";
import { words as frame } from "../../../../words/frame.ts";
import { hueOf, initialsOf } from "../../../shared/avatar.tsx";
import { pageSign } from "../../../shared/icon-names.ts";
import { type EditorContext, editorContext } from "../context.ts";
import { type Choice, piece, section } from "./choices.ts";
import { isDismissed } from "./dismissed.ts";
import { isProse } from "./prose.ts";

/** In ms: how long typing must pause before a request is sent. */
const PAUSE_MS = 120;
const KEPT_MS = 30_000;
const KEPT = 50;
const OF_EACH_KIND = 6;
/** Offered before anything is typed; the list scrolls. */
const SUGGESTED = 50;

type Sign = { readonly from: number; readonly query: string; readonly pagesOnly: boolean };

const PERSON = /(?:^|[\s([{"'])(@(?:[^\s@[\]][^\n@[\]]{0,40})?)$/u;
const PAGE = /(\[\[[^\n[\]]{0,60})$/u;

/** The trigger before the caret, with the query after it. */
export function mentionBefore(state: EditorState, pos: number): Sign | null {
  const line = state.doc.lineAt(pos);
  const text = line.text.slice(0, pos - line.from);
  const page = PAGE.exec(text)?.[1];
  const typed = page ?? PERSON.exec(text)?.[1];
  if (typed === undefined) return null;
  const from = pos - typed.length;
  if (!isProse(state, pos) || isDismissed(state, from)) return null;
  return { from, query: typed.slice(page === undefined ? 1 : 2).trim(), pagesOnly: page !== undefined };
}

function choice(target: MentionTarget, label: string, icon: Choice["icon"], detail: string): Omit<Choice, "section"> {
  const insert = makeMention({ ...target, label });
  return {
    label,
    icon,
    hint: detail,
    apply: (view: EditorView, completion, from, to) =>
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        annotations: pickedCompletion.of(completion),
        userEvent: "input.complete",
        scrollIntoView: true,
      }),
  };
}

function avatarOf(id: string, name: string): HTMLElement {
  const avatar = piece("avatar", initialsOf(name));
  avatar.dataset["hue"] = hueOf(id);
  return avatar;
}

function iconOf(page: Parameters<typeof pageSign>[0]): HTMLElement {
  const { icon, glyph } = pageSign(page);
  return piece(icon, glyph);
}

async function ask(
  context: EditorContext,
  { query, pagesOnly }: Sign,
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const [people, pages] = await Promise.all([
    pagesOnly ? [] : context.findPeople(query, signal),
    context.findPages(query, signal),
  ]);
  const [peopleFound, pagesFound] = [section(words.people, 0), section(frame.pages, 1)];
  return [
    ...people.slice(0, query === "" ? SUGGESTED : OF_EACH_KIND).map(({ id, name, detail }) => ({
      ...choice({ kind: "user", id }, name, () => avatarOf(id, name), detail),
      section: peopleFound,
    })),
    ...pages.slice(0, OF_EACH_KIND).map(({ id, title, type, icon, drive }) => ({
      ...choice(
        { kind: "page", id },
        title.trim() === "" ? words.untitled : title,
        () => iconOf({ type, icon }),
        drive,
      ),
      section: pagesFound,
    })),
  ];
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Results are cached briefly, so that deleting a letter sends no request. */
export function mentionSource(): (context: CompletionContext) => Promise<CompletionResult | null> | null {
  const kept = new Map<string, { readonly options: readonly Choice[]; readonly until: number }>();

  async function find(context: EditorContext, sign: Sign, completion: CompletionContext): Promise<readonly Choice[]> {
    const key = `${sign.pagesOnly ? "[[" : "@"}${sign.query.toLowerCase()}`;
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.options;
    const controller = new AbortController();
    completion.addEventListener("abort", () => controller.abort(), { onDocChange: true });
    if (sign.query !== "") await wait(PAUSE_MS);
    if (completion.aborted) return [];
    const options = await ask(context, sign, controller.signal);
    kept.delete(key);
    kept.set(key, { options, until: Date.now() + KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return options;
  }

  return (completion) => {
    const { state, pos, view } = completion;
    if (view?.composing && completionStatus(state) === null) return null;
    const context = state.facet(editorContext);
    const sign = context ? mentionBefore(state, pos) : null;
    if (!context || !sign) return null;
    return find(context, sign, completion).then(
      (options) => (options.length > 0 && !completion.aborted ? { from: sign.from, options, filter: false } : null),
      (error: unknown) => {
        // Errors of an aborted request are ignored.
        if (!completion.aborted) context.showError(error);
        return null;
      },
    );
  };
}
