/** A field that finds people by name, as ARIA's combobox with a list. */
import { useRef, useState } from "preact/hooks";
import { showError } from "../ui/notice.ts";
import { type Candidate, OFFERED, type PeopleSource } from "./people-sources.ts";
import { words } from "../../../words/people.ts";

/** Maximum number of suggestions before the user types. */
const SUGGESTED = 50;
/** How long (ms) a search waits for the next key. */
const TYPING = 150;

/** People to leave out, and the message if only they were found. */
type LeftOut = { readonly has: (userId: string) => boolean; readonly reason: string };

export type Picker = {
  /** Null if nobody is chosen; then the field reports it. */
  readonly chosen: () => Candidate | null;
  readonly clear: () => void;
};

type PickerProps = {
  /** The id of the field. */
  readonly id: string;
  readonly source: PeopleSource;
  readonly leftOut: LeftOut;
  /** Receives the picker. */
  readonly picker?: { current: Picker | null };
  /** Set if the choice completes the form; then the list opens on focus. */
  readonly whenChosen?: (candidate: Candidate) => void;
};

type Offers = {
  readonly candidates: readonly Candidate[];
  /** The place of the highlighted candidate. */
  readonly active: number;
  readonly status: string;
};

const NO_OFFERS: Offers = { candidates: [], active: -1, status: "" };

async function findOffers(text: string, { source, leftOut, whenChosen }: PickerProps): Promise<Offers> {
  const isTyped = text !== "";
  const all = await (isTyped ? source.find(text) : source.suggested());
  const candidates = [
    ...all.filter((each) => each.id === null || !leftOut.has(each.id)),
    ...(all.length === 0 ? source.fallback(text) : []),
  ].slice(0, isTyped ? OFFERED : SUGGESTED);
  const isMissed = isTyped && candidates.length === 0;
  return {
    candidates,
    // Enter chooses the best search result; of the suggestions, only one reached with the arrow keys.
    active: isTyped || whenChosen ? 0 : -1,
    status: !isMissed ? "" : all.length > 0 ? leftOut.reason : source.noneFound,
  };
}

type Field = { readonly currentTarget: HTMLInputElement };

function usePicker(props: PickerProps) {
  const [offers, setOffers] = useState(NO_OFFERS);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<Candidate | null>(null);
  /** Counts searches: one that was superseded shows nothing. */
  const turn = useRef(0);
  const { candidates, active } = offers;
  const isOpen = candidates.length > 0;

  const show = async (text: string): Promise<void> => {
    const own = (turn.current += 1);
    if (text !== "") await new Promise((resolve) => setTimeout(resolve, TYPING));
    if (own !== turn.current) return;
    const found = await findOffers(text, props);
    if (own === turn.current) setOffers(found);
  };
  const offer = ({ currentTarget }: Field): void => {
    // The chosen person is already in the field.
    if (chosen.current === null) show(currentTarget.value.trim()).catch(showError);
  };
  const close = (): void => {
    turn.current += 1;
    setOffers((last) => ({ ...last, candidates: [] }));
  };
  const set = (candidate: Candidate | null): void => {
    turn.current += 1;
    chosen.current = candidate;
    if (input.current) input.current.value = candidate?.name ?? "";
    setOffers(NO_OFFERS);
  };
  const choose = (candidate: Candidate): void => {
    set(candidate);
    input.current?.setCustomValidity("");
    props.whenChosen?.(candidate);
  };
  const press = (event: KeyboardEvent & Field): void => {
    if (event.isComposing) return;
    if (!isOpen) {
      if (event.key === "ArrowDown") offer(event);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = candidates.length;
    if (step !== undefined)
      setOffers({ ...offers, active: (Math.max(active, step === 1 ? -1 : 0) + step + count) % count });
    else if (event.key === "Enter") {
      const candidate = candidates[active];
      if (!candidate) return;
      choose(candidate);
    } else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };
  return { offers, isOpen, input, chosen, offer, close, set, choose, press };
}

export function PeoplePicker(props: PickerProps) {
  const { id, source, picker, whenChosen } = props;
  const { offers, isOpen, input, chosen, offer, close, set, choose, press } = usePicker(props);
  const { candidates, active, status } = offers;
  const chosenOrReport = (): Candidate | null => {
    if (chosen.current === null) {
      input.current?.setCustomValidity(words.choose);
      input.current?.reportValidity();
    }
    return chosen.current;
  };
  if (picker) picker.current = { chosen: chosenOrReport, clear: () => set(null) };
  const open = (event: Field): void => void (isOpen || offer(event));
  return (
    <>
      <div class="picker">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
          placeholder={source.placeholder}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            chosen.current = null;
            event.currentTarget.setCustomValidity("");
            offer(event);
          }}
          onClick={open}
          onFocus={whenChosen && open}
          onBlur={close}
          onKeyDown={press}
        />
        <ul id={`${id}-list`} class="card picker-list" role="listbox" aria-label={words.people} hidden={!isOpen}>
          {candidates.map((candidate, place) => (
            <Option key={place} id={`${id}-${place}`} isActive={place === active} {...{ candidate, choose }} />
          ))}
        </ul>
      </div>
      <p class="muted picker-said" role="status">
        {status}
      </p>
    </>
  );
}

type OptionProps = {
  readonly id: string;
  readonly isActive: boolean;
  readonly candidate: Candidate;
  readonly choose: (candidate: Candidate) => void;
};

const Option = ({ id, isActive, candidate, choose }: OptionProps) => (
  <li
    id={id}
    role="option"
    aria-selected={isActive}
    // Keeps the focus in the field.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => choose(candidate)}
  >
    <span>{candidate.name}</span>
    <span class="muted">{candidate.detail}</span>
  </li>
);
