/** The content of a link's card: the link, or a form to edit it. */
import { useState } from "preact/hooks";
import { words as commands } from "../../../../words/editor-commands.ts";
import { words as texts } from "../../../../words/editor-tools.ts";

type ViewProps = {
  readonly address: string;
  readonly page: { readonly title: string; readonly excerpt: string } | null;
  readonly canEdit: boolean;
  /** A mention is labelled with a name, and a reference is defined elsewhere: neither is edited here. */
  readonly isFixed: boolean;
  /** Null if the address cannot be opened. */
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
      <div class="row ed-link-actions">
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
  /** Null if the text already exists and stays unchanged. */
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
      <div class="row ed-link-actions">
        <button type="submit">{texts.save}</button>
        <button type="button" onClick={cancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
