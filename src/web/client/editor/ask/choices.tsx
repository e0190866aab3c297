/** What can be asked for: a list of actions, and a field for an instruction or a language. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { MAX_INSTRUCTION, MAX_LANGUAGE, type SuggestionRequest } from "../../../../kernel/suggestion.ts";
import { words } from "../../../../words/editor-ask.ts";
import { Icon } from "../../../shared/icons.tsx";
import { focusControl, rove } from "../../ui/roving.ts";

export type Choice = Pick<SuggestionRequest, "action" | "instruction" | "language">;

type Action = { readonly label: string; readonly choice: Choice };

const rewriting = (): readonly Action[] => [
  { label: words.rewrite, choice: { action: "rewrite" } },
  { label: words.shorten, choice: { action: "shorten" } },
];

const writing = (): readonly Action[] => [
  { label: words.continueText, choice: { action: "continue" } },
  { label: words.outline, choice: { action: "outline" } },
];

/** The model is told the English name. */
const translating = (): readonly Action[] => [
  { label: words.german, choice: { action: "translate", language: "German" } },
  { label: words.english, choice: { action: "translate", language: "English" } },
  { label: words.arabic, choice: { action: "translate", language: "Arabic" } },
];

type Props = {
  /** False on an empty line. */
  readonly hasText: boolean;
  readonly choose: (choice: Choice) => void;
};

export function Choices({ hasText, choose }: Props) {
  const [typed, setTyped] = useState("");
  const [isLanguage, setIsLanguage] = useState(false);
  const [field, list] = [useRef<HTMLInputElement>(null), useRef<HTMLDivElement>(null)];
  useEffect(() => field.current?.focus(), [isLanguage]);
  const text = typed.trim();
  const send = (event: Event): void => {
    event.preventDefault();
    if (text === "") return;
    choose(isLanguage ? { action: "translate", language: text } : { action: "instruct", instruction: text });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" || list.current === null) return;
    event.preventDefault();
    focusControl(list.current, 0);
  };
  const askLanguage = (): void => {
    setTyped("");
    setIsLanguage(true);
  };
  const label = isLanguage ? words.language : hasText ? words.instruction : words.instructionToWrite;
  return (
    <form class="ed-ask" onSubmit={send}>
      <div class="row ed-ask-field">
        <input
          ref={field}
          aria-label={label}
          placeholder={label}
          maxLength={isLanguage ? MAX_LANGUAGE : MAX_INSTRUCTION}
          autocomplete="off"
          dir="auto"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKey}
        />
        <button type="submit" aria-label={words.send} title={words.send} disabled={text === ""}>
          <Icon name="arrow-up" />
        </button>
      </div>
      {isLanguage ? null : <Actions list={list} hasText={hasText} choose={choose} askLanguage={askLanguage} />}
    </form>
  );
}

type ActionsProps = Props & { readonly list: RefObject<HTMLDivElement | null>; readonly askLanguage: () => void };

function Actions({ list, hasText, choose, askLanguage }: ActionsProps) {
  const button = ({ label, choice }: Action) => <ActionButton key={label} label={label} run={() => choose(choice)} />;
  const onKey = (event: KeyboardEvent): void => void (list.current && rove(event, list.current, "vertical"));
  return (
    <div class="ui-menu" ref={list} onKeyDown={onKey}>
      <div role="group" aria-label={words.actions}>
        {hasText ? rewriting().map(button) : null}
        {writing().map(button)}
      </div>
      {hasText ? (
        <div role="group" aria-label={words.translateTo}>
          <div class="ui-menu-section" aria-hidden="true">
            {words.translateTo}
          </div>
          {translating().map(button)}
          <ActionButton label={words.otherLanguage} run={askLanguage} />
        </div>
      ) : null}
    </div>
  );
}

const ActionButton = ({ label, run }: { readonly label: string; readonly run: () => void }) => (
  <button type="button" class="ui-menu-item" onClick={run}>
    <span class="ui-menu-title">{label}</span>
  </button>
);
