/** Where a message is written. The editor is loaded when it is shown; the words are gone from it once they are sent. */
import { useEffect, useRef } from "preact/hooks";
import type { ComposerOptions } from "../editor/composer.ts";
import { words } from "../messages/conversation.ts";
import { find } from "./dom.ts";
import { contextOf } from "./editor-context.ts";
import { attempt, showError } from "./notice.ts";

type ComposerProps = {
  readonly root: HTMLElement;
  /** Of what is written: drafts are known by it. */
  readonly id: string;
  readonly label: string;
  readonly text?: string;
  readonly drafts: Set<string>;
  /** Whenever the words change, unless none are left. */
  readonly typed: () => void;
  readonly send: (content: string) => Promise<void>;
  readonly cancel?: () => void;
};

type Editor = { text: () => string; clear: () => void; button: HTMLElement | null; destroy: () => void };

export function Composer(props: ComposerProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const send = (): void => {
    const content = editor.current?.text().trim() ?? "";
    if (content === "") return;
    attempt(editor.current?.button ?? null, async () => {
      await latest.current.send(content);
      latest.current.drafts.delete(latest.current.id);
      editor.current?.clear();
    });
  };
  useEffect(() => {
    const parent = place.current;
    const { id, drafts } = latest.current;
    const closed = new AbortController();
    if (parent)
      openEditor(parent, () => latest.current, send, closed.signal).then(
        (opened) => (editor.current = opened),
        showError,
      );
    return () => {
      closed.abort();
      drafts.delete(id);
      editor.current?.destroy();
    };
  }, []);
  return (
    <div class="composer">
      <div class="doc composer-text" ref={place} />
      <p class="actions">
        {props.cancel && (
          <button type="button" class="quiet" onClick={props.cancel}>
            {words.cancel}
          </button>
        )}
        <button type="button" data-send onClick={send}>
          {props.text === undefined ? words.send : words.save}
        </button>
      </p>
    </div>
  );
}

/** Null when `signal` was aborted before the editor was there. */
async function openEditor(
  parent: HTMLElement,
  props: () => ComposerProps,
  send: () => void,
  signal: AbortSignal,
): Promise<Editor | null> {
  const { root, id, label, text = "", drafts, cancel } = props();
  const { createComposer } = await import("../editor/composer.ts");
  const { hearChanges } = await import("../editor/base-editor.ts");
  if (signal.aborted) return null;
  const noteDraft = (): void => {
    if (view.state.doc.length === 0) return void drafts.delete(id);
    drafts.add(id);
    props().typed();
  };
  const options: ComposerOptions = {
    text,
    label,
    send,
    parent,
    context: contextOf(root),
    ...(cancel !== undefined && { cancel }),
  };
  const view = createComposer(options);
  hearChanges(view, noteDraft);
  if (cancel !== undefined) {
    view.focus();
    view.dispatch({ selection: { anchor: view.state.doc.length } });
  }
  return {
    text: () => view.state.sliceDoc(),
    clear: () => view.dispatch({ changes: { from: 0, to: view.state.doc.length } }),
    button: find("[data-send]", HTMLElement, parent.parentElement ?? parent),
    destroy: () => view.destroy(),
  };
}
