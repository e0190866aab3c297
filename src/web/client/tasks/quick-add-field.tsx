/** The field that adds a task: it recognizes people, dates and other facts while the user types, and shows them. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { Assignee } from "../../../formats/tasks/facts.ts";
import { MAX_QUICK_LENGTH, type QuickContext, type QuickFact, readQuickTask, sourceOf } from "../../../formats/tasks/quick-add.ts"; // oxfmt-ignore
import { words } from "../../../words/tasks.ts";
import type { IconName } from "../../shared/icon-names.ts";
import { Icon } from "../../shared/icons.tsx";
import type { Column } from "../../shared/tasks/columns.ts";
import { dayOf, everyInWords } from "../../shared/tasks/task-facts.tsx";
import { PageViewers } from "../sharing/page-viewers.ts";
import { showError } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";
import { type Completions, completionsFor, NO_COMPLETIONS } from "./completions.ts";
import { today } from "./today.ts";

type Props = {
  readonly column: Column;
  readonly tasks: TaskActions;
  /** `source`: the text of the new line with its facts. */
  readonly add: (source: string) => void;
};

type Field = { readonly currentTarget: HTMLInputElement };

function useQuickAdd({ column, tasks, add }: Props) {
  const [text, setText] = useState("");
  const [people, setPeople] = useState<readonly Assignee[] | null>(null);
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set());
  const [offered, setOffered] = useState<Completions>(NO_COMPLETIONS);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const context: QuickContext = { today: today(), people: people ?? [], statuses: tasks.changes.statuses, ignored };
  const task = useMemo(() => readQuickTask(text, context), [text, people, ignored, tasks.changes.statuses]);

  const offer = (value: string, known: QuickContext): void => {
    const labels = [...new Set(tasks.changes.rows.flatMap((row) => row.labels))];
    const found = completionsFor(value.slice(0, input.current?.selectionStart ?? value.length), known, labels);
    setOffered(found);
    setActive(found.isAsked && found.offers.length > 0 ? 0 : -1);
  };
  const type = ({ currentTarget: { value } }: Field): void => {
    setText(value);
    offer(value, context);
    if (people !== null || !value.includes("@")) return;
    setPeople([]);
    new PageViewers(tasks.pageId).find("").then((found) => {
      setPeople(found);
      return offer(input.current?.value ?? "", { ...context, people: found });
    }, showError);
  };
  const choose = (at: number): void => {
    const chosen = offered.offers[at];
    if (!chosen || !input.current) return;
    const end = input.current.selectionStart ?? text.length;
    const before = `${text.slice(0, offered.from)}${chosen.insert} `;
    const next = before + text.slice(end).trimStart();
    setText(next);
    setOffered(NO_COMPLETIONS);
    input.current.value = next;
    input.current.setSelectionRange(before.length, before.length);
    input.current.focus();
  };
  /** A phrase becomes text again; words of the task's own syntax are removed. */
  const drop = (fact: QuickFact): void => {
    if (fact.isSyntax) setText((text.slice(0, fact.from) + text.slice(fact.to)).replaceAll(/ {2,}/g, " ").trimStart());
    else setIgnored(new Set([...ignored, fact.text.toLowerCase()]));
    input.current?.focus();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() === "") return;
    add(sourceOf(task, context, column.newStatus));
    setText("");
    setIgnored(new Set());
    setOffered(NO_COMPLETIONS);
  };
  return { text, task, people: people ?? [], offered, active, setActive, input, type, choose, drop, submit, close: () => setOffered(NO_COMPLETIONS) }; // oxfmt-ignore
}

type State = ReturnType<typeof useQuickAdd>;

function press(event: KeyboardEvent & Field, state: State): void {
  const { offered, active, setActive, task, choose, drop, close } = state;
  const { selectionStart: at, selectionEnd: end, value } = event.currentTarget;
  const count = offered.offers.length;
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isPicked = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
  const last = task.facts.at(-1);
  if (count > 0 && step !== undefined) setActive((Math.max(active, step === 1 ? -1 : 0) + step + count) % count);
  else if (count > 0 && active >= 0 && isPicked) choose(active);
  else if (count > 0 && event.key === "Escape") close();
  else if (event.key === "Escape" && last) drop(last);
  else if (event.key === "Backspace" && at === end) {
    // Directly behind a recognized phrase, the first press makes it text.
    const fact = task.facts.find(
      ({ to, isSyntax }) => !isSyntax && (to === at || (to + 1 === at && value[to] === " ")),
    );
    if (!fact) return;
    drop(fact);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

export function QuickAddField(props: Props) {
  const { column } = props;
  const state = useQuickAdd(props);
  const { text, task, offered, active, input, type, choose, submit, close } = state;
  const isOpen = offered.offers.length > 0;
  const id = `add-${column.key.replaceAll(/\W+/g, "-")}`;
  const hasTitle = column.status !== null || (column.section?.line ?? null) !== null;
  return (
    <form class="task-add" onSubmit={submit}>
      <div class="picker">
        <input
          ref={input}
          name="task"
          role="combobox"
          maxlength={MAX_QUICK_LENGTH}
          autocomplete="off"
          dir="auto"
          value={text}
          placeholder={words.add}
          aria-label={hasTitle ? words.addTo(column.title) : words.add}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
          title={words.quickHint}
          onInput={type}
          onBlur={close}
          onKeyDown={(event) => press(event, state)}
        />
        <ul id={`${id}-list`} class="card picker-list" role="listbox" aria-label={words.suggestions} hidden={!isOpen}>
          {offered.offers.map(({ label, insert }, at) => (
            <li
              key={insert}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(at)}
            >
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      </div>
      {task.facts.length > 0 && <Recognized {...state} statuses={props.tasks.changes.statuses} />}
    </form>
  );
}

const ICONS: Readonly<Record<QuickFact["kind"], IconName>> = {
  person: "at-sign",
  due: "calendar",
  priority: "chevrons-up",
  estimate: "clock",
  label: "tag",
  status: "circle-dot",
  every: "repeat",
  remind: "calendar-clock",
};

type RecognizedProps = Pick<State, "task" | "people" | "drop"> & Pick<QuickContext, "statuses">;

function inWords({ kind, value }: QuickFact, { people, statuses }: RecognizedProps): string {
  if (kind === "person") return people.find(({ id }) => id === value)?.name ?? "";
  if (kind === "due") return dayOf(value, today());
  if (kind === "every") return everyInWords(value);
  if (kind === "status") return statuses.find(({ key }) => key === value)?.label ?? value;
  if (kind === "remind") return words.remindBefore(value);
  return kind === "priority" ? words[value as "high" | "medium" | "low"] : value; // written by the reader
}

/** Buttons, so that each can be reached and removed with the keyboard. */
const Recognized = (props: RecognizedProps) => (
  <ul class="row wrap task-recognized" aria-label={words.recognized} aria-live="polite">
    {props.task.facts.map((fact) => (
      <li key={`${fact.kind} ${fact.value}`}>
        <button
          type="button"
          class="quiet pill"
          title={fact.isSyntax ? words.removeIt(fact.text) : words.asText(fact.text)}
          onClick={() => props.drop(fact)}
          onKeyDown={(event) => {
            if (event.key !== "Backspace" && event.key !== "Delete") return;
            event.preventDefault();
            props.drop(fact);
          }}
        >
          <Icon name={ICONS[fact.kind]} />
          <bdi>{inWords(fact, props)}</bdi>
          <Icon name="x" />
        </button>
      </li>
    ))}
  </ul>
);
