/** The editor of one value, in a layer over or below the value: fields for text, lists for choices, people and pages. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PropertyValue } from "../../../formats/properties/front-matter.ts";
import { foldKey } from "../../../formats/properties/front-matter.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { readDate, type Reference, writeReference } from "../../../formats/properties/values.ts";
import { words } from "../../../words/properties.ts";
import { Chip, Person, type ShownValue, TYPE_ICONS } from "../../shared/properties/value-view.tsx";
import { Icon } from "../../shared/icons.tsx";
import { openFormLayer } from "./form-layer.ts";
import type { ListChange } from "./list-change.ts";
import { type Choice, PickList } from "./pick-list.tsx";

export type Lookup = {
  findPeople(typed: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  findPages(typed: string): Promise<readonly { readonly id: string; readonly title: string }[]>;
  findFiles(typed: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
};

export type Edited = {
  readonly anchor: Element;
  readonly property: Property;
  readonly shown: ShownValue;
  readonly lookup: Lookup;
  /** Called with the value as it is now; null for none. For a list also with the item that changed. */
  readonly commit: (value: PropertyValue, change: ListChange | null) => void;
  /** Declares another option; null if the user may not. */
  readonly addOption: ((label: string) => void) | null;
  /** The editor was left, or the value entered. */
  readonly closed: () => void;
};

const MIN_WIDTH = 220;

/** Fields cover the value; lists are below it. */
export function openValueEditor(edited: Edited): void {
  const isList = LISTED.has(edited.property.type);
  const { height, width } = edited.anchor.getBoundingClientRect();
  openFormLayer({
    anchor: edited.anchor,
    distance: isList ? 4 : -height,
    minWidth: Math.max(width, MIN_WIDTH),
    draw: (remove) => {
      const close = (): void => {
        remove();
        edited.closed();
      };
      return isList ? <Listed edited={edited} close={close} /> : <Field edited={edited} close={close} />;
    },
    pressedElsewhere: (layer) => layer.querySelector("form")?.requestSubmit(),
    left: edited.closed,
  });
}

const LISTED = new Set(["choice", "choices", "people", "page", "file"]);

type Props = { readonly edited: Edited; readonly close: () => void };

/** A form that knows whether its fields were changed since it opened. */
function useForm() {
  const form = useRef<HTMLFormElement>(null);
  const opened = useRef("");
  useLayoutEffect(() => {
    if (form.current) opened.current = writtenIn(form.current);
  }, []);
  return { form, isChanged: (edited: HTMLFormElement): boolean => writtenIn(edited) !== opened.current };
}

function Field({ edited: { property, shown, commit }, close }: Props) {
  const { type, name } = property;
  const { form, isChanged } = useForm();
  const submit = (edited: HTMLFormElement): void => {
    // Unchanged, it is not written: a field shows no line breaks, for example, that the value may have.
    if (!isChanged(edited)) return close();
    const value = readField(type, new FormData(edited));
    if (value === undefined) return;
    // Closed first, because the change draws the value anew.
    close();
    commit(value, null);
  };
  const date = type === "date" ? readDate(shown.text) : null;
  const hasTime = date?.start.includes("T") === true;
  return (
    <form
      ref={form}
      class="prop-field"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      {type === "date" ? (
        <>
          <Labelled label={words.start}>
            <input type={hasTime ? "datetime-local" : "date"} name="start" defaultValue={date?.start ?? ""} />
          </Labelled>
          <Labelled label={words.end}>
            <input type={hasTime ? "datetime-local" : "date"} name="end" defaultValue={date?.end ?? ""} />
          </Labelled>
          <div class="actions">
            <button type="submit">{words.save}</button>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                close();
                commit(null, null);
              }}
            >
              {words.clear}
            </button>
          </div>
        </>
      ) : (
        <input
          type="text"
          name="value"
          dir="auto"
          aria-label={name}
          autocomplete="off"
          inputmode={type === "number" ? "decimal" : undefined}
          defaultValue={type === "number" && typeof shown.value === "number" ? String(shown.value) : shown.text}
          onInput={({ currentTarget }) => currentTarget.setCustomValidity("")}
          onChange={({ currentTarget }) => checkNumber(type, currentTarget)}
          onKeyDown={(event) => event.key === "Enter" && checkNumber(type, event.currentTarget)}
        />
      )}
    </form>
  );
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <label class="prop-labelled">
    <span class="muted small">{label}</span>
    {children}
  </label>
);

const writtenIn = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)]);

const numberOf = (written: string): number => Number(written.trim().replaceAll(/[\s_]/g, "").replace(",", "."));

function checkNumber(type: Property["type"], field: HTMLInputElement): void {
  const isWrong = type === "number" && field.value.trim() !== "" && !Number.isFinite(numberOf(field.value));
  field.setCustomValidity(isWrong ? words.notANumber : "");
}

/** Undefined for what is no value of the type. */
function readField(type: Property["type"], form: FormData): PropertyValue | undefined {
  const written = (name: string): string => {
    const field = form.get(name);
    return typeof field === "string" ? field.trim() : "";
  };
  if (type === "date") {
    const [start, end] = [written("start"), written("end")];
    if (start === "") return null;
    const range = `${start}/${end}`;
    return end !== "" && readDate(range) !== null ? range : start;
  }
  const value = written("value");
  if (value === "") return null;
  if (type !== "number") return value;
  const number = numberOf(value);
  return Number.isFinite(number) ? number : undefined;
}

function Listed({ edited, close }: Props) {
  const { type, name } = edited.property;
  const isMany = type !== "choice" && type !== "page" && type !== "file";
  let { shown } = edited;
  // A list stays open, and its next pick starts from the value that the last one made.
  const commit: Commit = (next, value, change) => {
    shown = next;
    edited.commit(value, isMany ? change : null);
  };
  const find = (typed: string) =>
    type === "choice" || type === "choices"
      ? options(edited, shown, typed, commit)
      : references(edited, shown, typed, commit);
  return (
    <PickList
      label={name}
      placeholder={type === "people" ? words.findPeople : type === "page" ? words.findPage : words.find}
      find={find}
      isMany={isMany}
      close={close}
    />
  );
}

type Commit = (next: ShownValue, value: PropertyValue, change: ListChange) => void;

const labelsOf = ({ value, text }: ShownValue): string[] =>
  Array.isArray(value) ? [...value] : text === "" ? [] : [text];

function options({ property, addOption }: Edited, shown: ShownValue, typed: string, commit: Commit): Choice[] {
  const own = labelsOf(shown);
  const declared = property.options.map(({ label }) => label);
  // Values that are not declared can at least be removed.
  const all = [...declared, ...own.filter((label) => !declared.some((each) => foldKey(each) === foldKey(label)))];
  const isMany = property.type === "choices";
  const set = (label: string, isOn: boolean): void => {
    const labels = isMany ? (isOn ? own.filter((each) => each !== label) : [...own, label]) : isOn ? [] : [label];
    const text = labels.join(", ");
    const value = isMany ? labels : (labels[0] ?? null);
    commit({ value, text, references: [], fits: true }, value, { item: label, isOn: !isOn });
  };
  const matching = all.filter((label) => foldKey(label).includes(foldKey(typed)));
  const isKnown = all.some((label) => foldKey(label) === foldKey(typed));
  const mayAdd = typed !== "" && !isKnown && (declared.length === 0 || addOption !== null);
  return [
    ...matching.map((label): Choice => {
      const isOn = own.some((each) => foldKey(each) === foldKey(label));
      const pick = (): void => set(label, isOn);
      return { key: label, content: <Chip property={property} label={label} />, isOn, pick };
    }),
    ...(mayAdd
      ? [
          {
            key: `+${typed}`,
            content: <span>{words.create(typed)}</span>,
            isOn: false,
            isNew: true,
            pick: () => {
              addOption?.(typed);
              set(typed, false);
            },
          },
        ]
      : []),
  ];
}

const KIND = { people: "user", page: "page", file: "file" } as const;

async function references(edited: Edited, shown: ShownValue, typed: string, commit: Commit): Promise<Choice[]> {
  const { type } = edited.property;
  if (type !== "people" && type !== "page" && type !== "file") return [];
  const kind = KIND[type];
  const own = shown.references;
  const isMany = type === "people";
  const found = await findReferences(edited, typed);
  const offered = [
    ...own.filter(({ label }) => foldKey(label).includes(foldKey(typed))),
    ...found.filter(({ id }) => own.every((each) => each.id !== id)),
  ];
  const set = (reference: Reference, isOn: boolean): void => {
    const others = own.filter(({ id }) => id !== reference.id);
    const next = isOn ? others : isMany ? [...own, reference] : [reference];
    const written = next.map(writeReference);
    const value = next.map(({ id }) => `${kind}:${id}`);
    const text = next.map(({ label }) => label).join(", ");
    const change = { item: writeReference(reference), isOn: !isOn };
    commit({ value, text, references: next, fits: true }, isMany ? written : (written[0] ?? null), change);
  };
  return offered.map((reference): Choice => {
    const isOn = own.some(({ id }) => id === reference.id);
    const content =
      kind === "user" ? (
        <Person person={reference} />
      ) : (
        <span class="prop-link">
          <Icon name={TYPE_ICONS[type]} />
          <bdi>{reference.label}</bdi>
        </span>
      );
    return { key: reference.id, content, isOn, pick: () => set(reference, isOn) };
  });
}

async function findReferences({ property: { type }, lookup }: Edited, typed: string): Promise<Reference[]> {
  if (type === "people")
    return (await lookup.findPeople(typed)).map(({ id, name }) => ({ kind: "user", id, label: name }));
  if (type === "file")
    return (await lookup.findFiles(typed)).map(({ id, name }) => ({ kind: "file", id, label: name }));
  return (await lookup.findPages(typed)).map(({ id, title }) => ({ kind: "page", id, label: title }));
}
