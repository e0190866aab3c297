/** The palette: pages by title as one types, what their texts say, people, commands, and a page to make; one key opens it. */
import { type Ref, render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { words as messages } from "../../../words/palette.ts";
import { keyName } from "../ui/key-names.ts";
import { closeOnBackdrop } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { attempt, liveRegions } from "../ui/notice.ts";
import { sideView } from "../shell/side.tsx";
import { act } from "./act.ts";
import type { Entry, Section } from "./entries.ts";
import { type Filter, isFiltered, NO_FILTER, tokenIn, withoutLast } from "./filters.ts";
import type { FilterKind } from "./key-list.ts";
import { Filters, Option } from "./parts.tsx";
import { sectionsFor } from "./sections.ts";
import { type Answer, useFound, usePeople, useTitles } from "./sources.ts";

/** Opens it over the page, or closes it. `typed` is what to search for at first. */
export function togglePalette(typed = ""): void {
  const open = document.querySelector<HTMLDialogElement>("dialog.palette[open]");
  if (open) return open.close();
  if (document.querySelector("dialog:modal")) return;
  document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
  const content = element("div", { class: "palette-content" });
  const dialog = element(
    "dialog",
    { class: "palette", "aria-label": messages.searchAndCommands },
    content,
    ...liveRegions(),
  );
  closeOnBackdrop(dialog);
  dialog.addEventListener("close", () => {
    render(null, content);
    dialog.remove();
  });
  document.body.append(dialog);
  render(<Palette person={sideView()?.email ?? ""} first={typed} close={() => dialog.close()} />, content);
  dialog.showModal();
}

type Props = { readonly person: string; readonly first: string; readonly close: () => void };

/** What is listed for what was typed. */
function useSections(person: string, typed: string, filter: Filter) {
  const token = tokenIn(typed);
  const words = typed.trim();
  const isCommand = words.startsWith(">");
  const known = useTitles(person);
  const found = useFound(token === null && !isCommand ? words : null, filter);
  const people = usePeople(token?.kind === "by" ? token.words : token || isCommand || words === "" ? null : words);
  const titles = known?.titles ?? null;
  const index = known?.index ?? null;
  const sections = useMemo(
    () => sectionsFor({ words, filter, token: tokenIn(typed), titles, index, found, people }),
    [typed, filter, known, found, people],
  );
  const entries = sections.flatMap((section) => section.entries);
  return { sections, entries, status: statusOf(words, entries, found, known === null) };
}

/** As Enter does. */
const endsFilter = (key: string): boolean => key === " " || key === "Tab";

function Palette({ person, first, close }: Props) {
  const [typed, setTyped] = useState(first);
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState(0);
  /** A filter was ended before its choices were there: the first that comes is taken. */
  const [isAwaited, setAwaited] = useState(false);
  const token = tokenIn(typed);
  const { sections, entries, status } = useSections(person, typed, filter);
  const at = Math.min(chosen, Math.max(0, entries.length - 1));
  const field = useRef<HTMLInputElement>(null);
  const change = (text: string): void => {
    setTyped(text);
    setChosen(0);
    setAwaited(false);
  };
  const run = (entry: Entry, inNewTab: boolean): void => {
    if (entry.kind === "filter") {
      setFilter({ ...filter, [entry.by]: entry.choice });
      change(token?.rest ?? "");
      field.current?.focus();
      return;
    }
    close();
    attempt(null, () => act(entry, typed.trim(), filter, inNewTab));
  };
  useEffect(() => {
    const best = entries[0];
    if (isAwaited && best) run(best, false);
  }, [isAwaited, entries.length]);
  const begin = (kind: FilterKind): void => {
    change(`${token?.rest ?? typed.trim()} ${kind}:`.trimStart());
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const entry = entries[at];
    const picks = key === "Enter" || (endsFilter(key) && token !== null && token.words !== "");
    if (step !== undefined && entries.length > 0) setChosen((at + step + entries.length) % entries.length);
    else if (picks && entry) run(entry, event.ctrlKey || event.metaKey);
    else if (picks && token) setAwaited(true);
    else if (key === "Backspace" && typed === "" && isFiltered(filter)) setFilter(withoutLast(filter));
    else return;
    event.preventDefault();
  };
  const active = entries.length > 0 ? `palette-${at}` : undefined;
  return (
    <>
      <div class="palette-head">
        <Field field={field} active={active} typed={typed} change={change} onKey={onKey} />
        <Filters filter={filter} begin={begin} remove={(kind) => setFilter({ ...filter, [kind]: null })} />
      </div>
      <Results sections={sections} typed={typed} at={at} run={run} point={setChosen} />
      <p class="palette-foot muted" role="status">
        {status}
      </p>
    </>
  );
}

type FieldProps = {
  readonly field: Ref<HTMLInputElement>;
  /** The id of the entry that is chosen. */
  readonly active: string | undefined;
  readonly typed: string;
  readonly change: (text: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
};

const Field = ({ field, active, typed, change, onKey }: FieldProps) => (
  <input
    ref={field}
    type="text"
    role="combobox"
    aria-expanded="true"
    aria-controls="palette-list"
    aria-activedescendant={active}
    aria-autocomplete="list"
    aria-label={messages.search}
    placeholder={messages.search}
    autocomplete="off"
    spellcheck={false}
    maxLength={200}
    autofocus
    value={typed}
    onInput={({ currentTarget }) => change(currentTarget.value)}
    onKeyDown={onKey}
  />
);

type ResultsProps = {
  readonly sections: readonly Section[];
  readonly typed: string;
  readonly at: number;
  readonly run: (entry: Entry, inNewTab: boolean) => void;
  readonly point: (place: number) => void;
};

function Results({ sections, typed, at, run, point }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [at, typed],
  );
  let next = 0;
  return (
    <div class="palette-list" id="palette-list" role="listbox" aria-label={messages.found} ref={list}>
      {sections.map(({ name, entries }) => (
        <div role="group" key={name} aria-label={name}>
          <div class="ui-menu-section" aria-hidden="true">
            {name}
          </div>
          {entries.map((entry) => {
            const place = next++;
            const isChosen = place === at;
            return <Option key={entry.key} entry={entry} place={place} isChosen={isChosen} run={run} point={point} />;
          })}
        </div>
      ))}
    </div>
  );
}

/** What a reader should know of the list; without more to say, the keys. */
function statusOf(words: string, entries: readonly Entry[], { state }: Answer, isFirst: boolean): string {
  if (isFirst && navigator.onLine) return messages.reading;
  if (state === "failed") return messages.failed;
  if (entries.some(({ kind }) => kind !== "ask"))
    return matchMedia("(pointer: coarse)").matches ? "" : messages.keys(keyName("Mod-Enter"));
  if (state === "asked") return messages.searching;
  return words === "" ? messages.noneFits : messages.nothing;
}
