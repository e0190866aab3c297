/** The message composer. Its editor is loaded when it is shown, and cleared once the message is sent. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComposerOptions } from "../editor/composer.ts";
import { IconButton } from "../../shared/icons.tsx";
import { words } from "../../../words/conversation.ts";
import { words as answerWords } from "../../../words/answer.ts";
import { type Attachment, AttachmentList, Attachments, markdownOf } from "./attachments.tsx";
import { find, need } from "../ui/dom.ts";
import { contextOf } from "../document/editor-context.ts";
import { attempt, showError } from "../ui/notice.ts";

type ComposerProps = {
  readonly root: HTMLElement;
  /** Identifies the draft in `drafts`. */
  readonly id: string;
  readonly label: string;
  readonly text?: string;
  /** The label of the button, if it is not the usual one. */
  readonly sendLabel?: string;
  readonly drafts: Set<string>;
  /** Called on every change unless the text is empty. */
  readonly typed: () => void;
  /** Receives the text on every change. */
  readonly changed?: (text: string) => void;
  readonly send: (content: string) => Promise<void>;
  readonly cancel?: () => void;
  /** Stops the answer that is being written. Its button takes the place of Send until there is something to send. */
  readonly stop?: () => void;
};

type Editor = {
  readonly text: () => string;
  /** Removes the sent text and keeps anything typed since. */
  readonly clear: (sent: string) => void;
  readonly button: () => HTMLElement | null;
  readonly destroy: () => void;
};

/** Callbacks that add files to a composer, by its element. */
const adders = new WeakMap<Element, (files: Iterable<File>) => void>();

export function attachTo(within: Element, files: Iterable<File>): void {
  const composer = within.querySelector(".composer");
  if (composer) adders.get(composer)?.(files);
}

/** The draft's attachments; `noteDraft` records whether there is a draft and runs on every change. */
function useAttachments(latest: { readonly current: ComposerProps }, text: () => string) {
  const [shown, setShown] = useState<readonly Attachment[]>([]);
  const [isDraft, setIsDraft] = useState(false);
  const noteDraft = (): void => {
    const { drafts, id } = latest.current;
    if (text() === "" && attachments.all.length === 0) drafts.delete(id);
    else drafts.add(id);
    setIsDraft(drafts.has(id));
  };
  const kept = useRef<Attachments | null>(null);
  const attachments = (kept.current ??= new Attachments(
    async (...file) => contextOf(latest.current.root).upload(...file),
    (all) => {
      setShown(all);
      noteDraft();
    },
  ));
  return { attachments, shown, isDraft, noteDraft };
}

export const drawComposer = (props: ComposerProps): void =>
  render(<Composer {...props} />, need("[data-composer]", HTMLElement, props.root));

export function Composer(props: ComposerProps) {
  const whole = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { attachments, shown, isDraft, noteDraft } = useAttachments(latest, () => editor.current?.text() ?? "");
  const send = (): void => {
    const text = editor.current?.text() ?? "";
    const files = attachments.all;
    if (text.trim() === "" && files.length === 0) return;
    attempt(editor.current?.button() ?? null, async () => {
      const { describe } = await import("../editor/images/image-edits.ts");
      const parts = [text.trim(), await markdownOf(files, describe)];
      await latest.current.send(parts.filter((part) => part !== "").join("\n\n"));
      editor.current?.clear(text);
      attachments.forget(files);
    });
  };
  useEffect(() => {
    const parent = place.current;
    const { id, drafts } = latest.current;
    const closed = new AbortController();
    const add = (files: Iterable<File>): void => attachments.add(files);
    if (whole.current) adders.set(whole.current, add);
    if (parent)
      openEditor(parent, () => latest.current, { send, noteDraft, add }, closed.signal).then(
        (opened) => (editor.current = opened),
        showError,
      );
    return () => {
      closed.abort();
      // Nothing refers to uploads that were not sent.
      for (const each of attachments.all) attachments.remove(each);
      drafts.delete(id);
      editor.current?.destroy();
    };
  }, []);
  const hands = {
    remove: (each: Attachment) => attachments.remove(each),
    retry: (each: Attachment) => attachments.retry(each),
  };
  return (
    <div class="row wrap composer" ref={whole}>
      <AttachmentList all={shown} {...hands} />
      <div class="doc composer-text" ref={place} />
      <Buttons {...props} isDraft={isDraft} attach={(files) => attachments.add(files)} post={send} />
    </div>
  );
}

type ButtonsProps = ComposerProps & {
  readonly isDraft: boolean;
  readonly attach: (files: readonly File[]) => void;
  readonly post: () => void;
};

const Buttons = ({ text, sendLabel, cancel, stop, isDraft, attach, post }: ButtonsProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <p class="actions">
      <input
        ref={chooser}
        type="file"
        class="hidden"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          attach([...(currentTarget.files ?? [])]);
          // Lets the user choose the same file again.
          currentTarget.value = "";
        }}
      />
      <IconButton icon="paperclip" label={words.attach} onClick={() => chooser.current?.click()} />
      {cancel && (
        <button type="button" class="quiet" onClick={cancel}>
          {words.cancel}
        </button>
      )}
      {stop && (
        <button type="button" class="quiet outlined" data-stop onClick={stop}>
          {answerWords.stop}
        </button>
      )}
      {(!stop || isDraft) && (
        <button type="button" data-send onClick={post}>
          {sendLabel ?? (text === undefined ? words.send : words.save)}
        </button>
      )}
    </p>
  );
};

type Hands = {
  readonly send: () => void;
  readonly noteDraft: () => void;
  readonly add: (files: Iterable<File>) => void;
};

/** Null if `signal` is aborted before the editor has loaded. */
async function openEditor(
  parent: HTMLElement,
  props: () => ComposerProps,
  { send, noteDraft, add }: Hands,
  signal: AbortSignal,
): Promise<Editor | null> {
  const { root, label, text = "", cancel } = props();
  const { createComposer } = await import("../editor/composer.ts");
  const { hearChanges } = await import("../editor/base-editor.ts");
  if (signal.aborted) return null;
  const options: ComposerOptions = {
    text,
    label,
    send,
    takeFiles: add,
    parent,
    context: contextOf(root),
    ...(cancel !== undefined && { cancel }),
  };
  const view = createComposer(options);
  hearChanges(view, () => {
    noteDraft();
    props().changed?.(view.state.sliceDoc());
    if (view.state.doc.length > 0) props().typed();
  });
  if (cancel !== undefined) {
    view.focus();
    view.dispatch({ selection: { anchor: view.state.doc.length } });
  }
  return {
    text: () => view.state.sliceDoc(),
    clear: (sent) => {
      if (view.state.sliceDoc().startsWith(sent)) view.dispatch({ changes: { from: 0, to: sent.length } });
    },
    button: () => find("[data-send]", HTMLElement, parent.parentElement ?? parent),
    destroy: () => view.destroy(),
  };
}
