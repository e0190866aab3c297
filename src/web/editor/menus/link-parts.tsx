/** What the card of a link shows: the link, or a form to write it. */
import { useState } from "preact/hooks";
import { words as commands } from "../../messages/editor-commands.ts";
import { words as texts } from "../../messages/editor-tools.ts";

type ViewProps = {
  readonly address: string;
  readonly page: { readonly title: string; readonly excerpt: string } | null;
  readonly canEdit: boolean;
  /** A mention says whom it names, and a reference is written elsewhere: neither is edited here. */
  readonly isFixed: boolean;
  /** Null for an address that is not opened from here. */
  readonly open: (() => void) | null;
  readonly edit: () => void;
  readonly copy: () => void;
  readonly remove: () => void;
};

export function LinkView({ address, page, canEdit, isFixed, open, edit, copy, remove }: ViewProps) {
  return (
    <div role="group" aria-label={texts.link} class="ed-link">
      {page ? (
        <div class="ed-link-page">
          <strong>{page.title === "" ? commands.untitled : page.title}</strong>
          {page.excerpt === "" ? null : <p>{page.excerpt}</p>}
        </div>
      ) : (
        <span class="ed-link-address">{address === "" ? texts.writtenElsewhere : address}</span>
      )}
      <div class="ed-link-actions">
        {open ? (
          <button type="button" onClick={open}>
            {texts.open}
          </button>
        ) : null}
        {canEdit && !isFixed ? (
          <button type="button" onClick={edit}>
            {texts.edit}
          </button>
        ) : null}
        {address === "" ? null : (
          <button type="button" onClick={copy}>
            {texts.copy}
          </button>
        )}
        {canEdit ? (
          <button type="button" onClick={remove}>
            {texts.remove}
          </button>
        ) : null}
      </div>
    </div>
  );
}

type FormProps = {
  readonly address: string;
  /** Null where the words are in the text already and stay as they are. */
  readonly text: string | null;
  readonly save: (text: string | null, address: string) => void;
  readonly cancel: () => void;
};

export function LinkForm({ address, text, save, cancel }: FormProps) {
  const [to, setTo] = useState(address);
  const [words, setWords] = useState(text);
  return (
    <form
      class="ed-link-form"
      aria-label={texts.link}
      onSubmit={(event) => {
        event.preventDefault();
        if (to.trim() === "") cancel();
        else save(words, to.trim());
      }}
    >
      <label>
        {texts.address}
        <input
          value={to}
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </label>
      {words === null ? null : (
        <label>
          {texts.text}
          <input value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
        </label>
      )}
      <div class="ed-link-actions">
        <button type="submit">{texts.save}</button>
        <button type="button" onClick={cancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
