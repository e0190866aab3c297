/** A list of choices with a field to find them, as ARIA's combobox with a listbox. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../../../words/properties.ts";
import { Icon } from "../../shared/icons.tsx";
import { showError } from "../ui/notice.ts";

export type Choice = {
  readonly key: string;
  readonly content: ComponentChildren;
  readonly isOn: boolean;
  /** Adds a value instead of choosing one. */
  readonly isNew?: boolean;
  readonly pick: () => void;
};

type Props = {
  readonly label: string;
  readonly placeholder: string;
  /** Called with what is typed; also after each pick, because that changes what is on. */
  readonly find: (typed: string) => readonly Choice[] | Promise<readonly Choice[]>;
  readonly isMany: boolean;
  readonly close: () => void;
};

/** How long (ms) a search waits for the next key. */
const TYPING_MS = 120;

function usePick({ find, isMany, close }: Props) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly Choice[] | null>(null);
  const [active, setActive] = useState(0);
  const [picks, setPicks] = useState(0);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const choices = await find(typed.trim());
      if (isOver) return;
      setFound(choices);
      if (picks === 0) setActive(Math.max(0, typed === "" ? choices.findIndex(({ isOn }) => isOn) : 0));
    };
    const timer = setTimeout(() => void look().catch(showError), found === null || picks > 0 ? 0 : TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed, picks]);
  const choices = found ?? [];
  const pick = (choice: Choice | undefined): void => {
    if (!choice) return;
    choice.pick();
    if (!isMany) return close();
    setTyped("");
    setPicks(picks + 1);
  };
  const type = (next: string): void => {
    setPicks(0);
    setTyped(next);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) setActive((active + step + choices.length) % choices.length);
    else if (event.key === "Enter") pick(choices[active]);
    else return;
    event.preventDefault();
  };
  return { typed, choices, active, setActive, pick, type, press, isEmpty: found !== null && choices.length === 0 };
}

export function PickList(props: Props) {
  const { label, placeholder, isMany } = props;
  const { typed, choices, active, setActive, pick, type, press, isEmpty } = usePick(props);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active, choices]);
  return (
    <div class="prop-pick">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls="prop-choices"
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `prop-choice-${active}` : undefined}
        autocomplete="off"
        placeholder={placeholder}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={press}
      />
      <ul ref={list} id="prop-choices" role="listbox" aria-label={label} aria-multiselectable={isMany || undefined}>
        {choices.map((choice, at) => (
          <li
            key={choice.key}
            id={`prop-choice-${at}`}
            role="option"
            aria-selected={choice.isOn}
            class={at === active ? "is-active" : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(choice)}
            onPointerMove={() => setActive(at)}
          >
            {choice.isNew === true && <Icon name="plus" />}
            {choice.content}
            {choice.isOn && <Icon name="check" />}
          </li>
        ))}
      </ul>
      {isEmpty && <p class="muted small">{words.nothingFound}</p>}
    </div>
  );
}
