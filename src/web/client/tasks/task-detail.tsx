/** All of one task, beside the list: its text, facts, description and subtasks. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { descriptionOf, setDescription } from "../../../formats/tasks/description.ts";
import * as edits from "../../../formats/tasks/edits.ts";
import { titleOf, wordsOf } from "../../../formats/tasks/facts.ts";
import { words } from "../../../words/tasks.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import type { Row } from "../../shared/tasks/columns.ts";
import { StatusSign } from "../../shared/tasks/status-sign.tsx";
import { dayOf, everyInWords, LabelChip } from "../../shared/tasks/task-facts.tsx";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import type { Picked, TaskActions } from "./actions.ts";
import { today } from "./today.ts";

type Tasks = TaskActions & TaskHandlers;

export const drawDetail = (tasks: Tasks, row: Row, close: () => void) => (
  <TaskDetail key={`detail ${row.key}`} tasks={tasks} row={row} close={close} />
);

export const focusDetail = (): void => document.querySelector<HTMLElement>(".task-detail textarea")?.focus();

type Props = { readonly tasks: Tasks; readonly row: Row; readonly close: () => void };

function TaskDetail({ tasks, row, close }: Props) {
  const section = tasks.changes.sections.find(({ tasks: own }) => own.some(({ key }) => key === row.key));
  const title = titleOf(row.source);
  // People at the end are shown below.
  const people = wordsOf(row.source).slice(title.length);
  return (
    <div
      class="card stack task-detail"
      role="dialog"
      aria-label={words.detail}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <Head tasks={tasks} row={row} close={close} />
      <Written
        class="task-detail-title"
        label={words.title}
        text={title}
        isLine
        save={(text) => text.trim() !== "" && tasks.setWords(row.key, text + people)}
      />
      <Facts tasks={tasks} row={row} />
      <Written
        label={words.description}
        text={section ? descriptionOf(tasks.changes.doc.toJSON(), section.tasks, row) : ""}
        placeholder={words.addDescription}
        save={(text) => section && tasks.changes.change([row.key], (doc, now) => setDescription(doc, tasks.changes.sections.find(({ key }) => key === section.key)?.tasks ?? [], now, text))}
      />
      {section && <Subtasks tasks={tasks} row={row} rows={section.tasks} />}
    </div>
  );
} // oxfmt-ignore

const Head = ({ tasks, row, close }: Props) => (
  <div class="row spread">
    <label class="row">
      <input
        type="checkbox"
        checked={row.isDone}
        onChange={({ currentTarget }) => tasks.tick(row.key, currentTarget.checked)}
      />
      {words.done}
    </label>
    <span class="row">
      <IconButton
        icon="ellipsis"
        label={words.actionsOf(wordsOf(row.source))}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => tasks.openMenu(row.key, currentTarget)}
      />
      <IconButton icon="x" label={words.close} onClick={close} />
    </span>
  </div>
);

function Subtasks({ tasks, row, rows }: Omit<Props, "close"> & { readonly rows: readonly Row[] }) {
  const below = rows.filter(({ line, end, level }) => line > row.line && end <= row.end && level === row.level + 1); // oxfmt-ignore
  return (
    <>
      <h3>{words.subtasks}</h3>
      <ul>
        {below.map((each) => (
          <li key={each.key} class={each.isDone ? "row task-detail-sub is-done" : "row task-detail-sub"}>
            <input
              type="checkbox"
              checked={each.isDone}
              aria-label={wordsOf(each.source)}
              onChange={({ currentTarget }) => tasks.tick(each.key, currentTarget.checked)}
            />
            <button type="button" class="quiet" dir="auto" onClick={() => tasks.open(each.key)}>
              {titleOf(each.source)}
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("subtask");
          if (!(field instanceof HTMLInputElement) || field.value.trim() === "") return;
          tasks.addBelow(row.key, field.value);
          field.value = "";
        }}
      >
        <input
          name="subtask"
          maxlength={2_000}
          dir="auto"
          autocomplete="off"
          placeholder={words.addBelow}
          aria-label={words.addBelow}
        />
      </form>
    </>
  );
}

type WrittenProps = {
  readonly label: string;
  readonly text: string;
  readonly save: (text: string) => void;
  readonly class?: string;
  readonly placeholder?: string;
  /** Enter saves. */
  readonly isLine?: boolean;
};

/** While it is written, the changes of others do not replace the text. */
function Written({ label, text, save, placeholder, isLine = false, ...look }: WrittenProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <textarea
      {...look}
      rows={1}
      dir="auto"
      maxlength={isLine ? 2_000 : 20_000}
      aria-label={label}
      placeholder={placeholder}
      value={draft ?? text}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={() => {
        if (draft !== null && draft !== text) save(draft);
        setDraft(null);
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Escape" && draft !== null) {
          // The first press gives up the change, the second closes.
          event.preventDefault();
          setDraft(null);
        } else if (event.key === "Enter" && (isLine || event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.currentTarget.blur();
          event.currentTarget.focus();
        }
      }}
    />
  );
}

type FactProps = { readonly name: string; readonly pick: () => void; readonly children: ComponentChildren };

const Fact = ({ name, pick, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <button
        type="button"
        class="quiet"
        aria-haspopup="menu"

        onClick={pick}
      >
        <span class="hidden">{`${name}: `}</span>
        {children}
      </button>
    </dd>
  </div>
);

function Facts({ tasks, row }: { readonly tasks: Tasks; readonly row: Row }) {
  const pick = (what: Picked) => (): void => tasks.pick(what, row.key);
  const none = words.noPriority;
  return (
    <dl class="task-detail-facts">
      <Fact name={words.status} pick={pick("status")}>
        {row.state ? (
          <>
            <StatusSign status={row.state} />
            {row.state.label}
          </>
        ) : row.isDone ? (
          words.done
        ) : (
          words.open
        )}
      </Fact>
      <div>
        <dt>{words.people}</dt>
        <dd class="row wrap">
          {row.people.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              class="quiet pill"
              aria-label={words.unassign(name)}
              onClick={() => tasks.changes.change([row.key], (doc, each) => edits.unassign(doc, each, id))}
            >
              {name}
              <Icon name="x" />
            </button>
          ))}
          <button type="button" class="quiet" aria-haspopup="dialog" onClick={pick("person")}>
            {words.assign}
          </button>
        </dd>
      </div>
      <Fact name={words.dueWhen} pick={pick("due")}>
        {row.due === null ? words.noDate : dayOf(row.due, today())}
      </Fact>
      <Fact name={words.priority} pick={pick("priority")}>
        {row.priority === null ? none : words[row.priority]}
      </Fact>
      <Fact name={words.labels} pick={pick("label")}>
        {row.labels.length === 0 ? none : row.labels.map((label) => <LabelChip key={label} label={label} />)}
      </Fact>
      <Fact name={words.estimate} pick={pick("estimate")}>
        {row.estimate ?? words.noEstimate}
      </Fact>
      <Fact name={words.every} pick={pick("every")}>
        {row.every === null ? words.noEvery : everyInWords(row.every)}
      </Fact>
      <Fact name={words.blockers} pick={pick("after")}>
        {row.blockers.length === 0 ? none : row.blockers.join(", ")}
      </Fact>
      {row.last !== null && <p class="muted small">{words.lastDone(dayOf(row.last, today()))}</p>}
    </dl>
  );
}
