/** The page's text while a draft is written over it: that of the page's editor, or of a page that the user only reads. */
import { type ChangeSet, Compartment, StateEffect, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Page } from "../../../features/pages/contract.ts";
import { diffText } from "../../../realtime/diff.ts";
import { call, path } from "../api/api.ts";
import { need } from "../ui/dom.ts";
import { onHub } from "../shell/hub-events.ts";
import { toChanges, toText } from "../editor/collaboration/text-changes.ts";

export type TextSource = {
  readonly text: Text;
  /** Puts an element in place of what shows the text, until the returned function is called. */
  readonly show: (shown: HTMLElement) => () => void;
  /** Stores what was typed into the page itself. */
  readonly save: () => Promise<void>;
  /** Ends with the signal. */
  readonly follow: (changed: (changes: ChangeSet) => void, signal: AbortSignal) => void;
};

export function sourceOfEditor(view: EditorView, save: () => Promise<void>): TextSource {
  return {
    text: view.state.doc,
    save,
    show(shown) {
      view.dom.replaceWith(shown);
      return () => {
        shown.replaceWith(view.dom);
        view.requestMeasure();
      };
    },
    follow(changed, signal) {
      const listener = new Compartment();
      const listen = EditorView.updateListener.of(({ docChanged, changes }) => docChanged && changed(changes));
      view.dispatch({ effects: StateEffect.appendConfig.of(listener.of(listen)) });
      signal.addEventListener("abort", () => view.dispatch({ effects: listener.reconfigure([]) }));
    },
  };
}

export const readPage = (pageId: string): Promise<Page> => call<Page>("GET", path`/api/pages/${pageId}`);

/** The print stays in the page, where it is kept up to date. */
export async function sourceOfPrint(root: HTMLElement, pageId: string): Promise<TextSource> {
  const print = need("[data-doc] [data-print]", HTMLElement, root);
  let { content, revision } = await readPage(pageId);
  return {
    text: toText(content),
    save: () => Promise.resolve(),
    show(shown) {
      print.hidden = true;
      print.after(shown);
      return () => {
        shown.remove();
        print.hidden = false;
      };
    },
    follow(changed, signal) {
      let reading = Promise.resolve();
      const read = async (): Promise<void> => {
        const page = await readPage(pageId);
        if (signal.aborted || page.revision <= revision) return;
        const changes = changesBetween(content, page.content);
        ({ content, revision } = page);
        if (!changes.empty) changed(changes);
      };
      // One after the other; what fails is read with the next change.
      const look = (): void => void (reading = reading.then(read).catch(() => undefined));
      onHub(
        {
          texts: [pageId],
          event: (event) => event.type === "text" && event.pageId === pageId && event.revision > revision && look(),
          missed: look,
          lost: look,
        },
        signal,
      );
    },
  };
}

export const changesBetween = (before: string, after: string): ChangeSet =>
  toChanges(diffText(before, after), before.length);
