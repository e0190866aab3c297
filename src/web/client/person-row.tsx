/** One line of a list of people: who they are, from where they have what they may do, and what is done with it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { RightsFlags } from "../../kernel/rights.ts";
import { attempt } from "./notice.ts";
import { LEVELS, levelIndex, levelOf } from "./people.ts";
import { words } from "../messages/people.ts";
import { plural } from "../messages/plural.ts";

type RowProps = {
  readonly name: string;
  readonly email: string | null;
  /** From where, in words. */
  readonly source?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** What is asked about them, below the line. */
  readonly below?: ComponentChildren;
};

export const PersonRow = ({ name, email, source = null, children, below }: RowProps) => (
  <li>
    <span class="who">
      <span>{name}</span>
      {email !== null && <span class="muted">{email}</span>}
      {source !== null && <span class="muted person-source">{source}</span>}
    </span>
    <span class="person-level">{children}</span>
    {below}
  </li>
);

type AskProps = {
  readonly name: string;
  /** Says of whom. */
  readonly label: string;
  /** The question stands below the line. */
  readonly isAsked: boolean;
  readonly ask: () => Promise<void>;
};

/** Asks before somebody loses what they have. */
export const AskButton = ({ name, label, isAsked, ask }: AskProps) => (
  <button
    type="button"
    class="quiet"
    aria-label={label}
    aria-expanded={isAsked}
    onClick={({ currentTarget }) => attempt(currentTarget, ask)}
  >
    {name}
  </button>
);

type ChoiceProps = {
  readonly label: string;
  readonly rights: RightsFlags;
  /** Beside the levels, by the value that is sent. */
  readonly more?: readonly { readonly value: string; readonly label: string }[];
  /** Which of them is chosen now. */
  readonly chosen?: string;
  /** Resolves also when it was refused, once what is shown is what holds. */
  readonly change: (value: string) => Promise<void>;
};

/** Rights that are none of the levels are shown, and cannot be chosen. */
export function LevelChoice({ label, rights, more = [], chosen, change }: ChoiceProps) {
  const level = levelIndex(rights);
  const now = chosen ?? (level < 0 ? "" : String(level));
  const field = useRef<HTMLSelectElement>(null);
  const shown = useRef(now);
  shown.current = now;
  /** What was chosen and is not saved yet: the list may be drawn anew, and another level chosen, while one is saved. */
  const wanted = useRef<string | null>(null);
  const draw = (): void => {
    if (field.current) field.current.value = wanted.current ?? shown.current;
  };
  useEffect(draw);
  const save = async (): Promise<void> => {
    try {
      while (wanted.current !== null) {
        const value: string = wanted.current;
        await change(value);
        if (wanted.current === value) wanted.current = null;
      }
    } finally {
      wanted.current = null;
      draw();
    }
  };
  return (
    <select
      ref={field}
      class="level"
      aria-label={label}
      onChange={({ currentTarget }) => {
        wanted.current = currentTarget.value;
        // While one is being saved this does nothing, and what was chosen follows.
        attempt(currentTarget, save);
      }}
    >
      {now === "" && (
        <option value="" disabled>
          {levelOf(rights)}
        </option>
      )}
      {LEVELS.map((each, index) => (
        <option value={String(index)}>{each.label}</option>
      ))}
      {more.map((each) => (
        <option value={each.value}>{each.label}</option>
      ))}
    </select>
  );
}

type ConfirmProps = {
  readonly sentence: string;
  readonly yes: string;
  readonly act: () => Promise<void>;
  readonly keep: () => void;
};

/** Says what will be lost before it is; the button that does it has the focus, Escape leaves everything as it is. */
export function Confirm({ sentence, yes, act, keep }: ConfirmProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div
      class="person-confirm"
      role="group"
      aria-label={sentence}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The dialog stays.
        event.preventDefault();
        event.stopPropagation();
        keep();
      }}
    >
      <p>{sentence}</p>
      <p class="actions">
        <button ref={button} type="button" class="danger" onClick={({ currentTarget }) => attempt(currentTarget, act)}>
          {yes}
        </button>
        <button type="button" class="quiet" onClick={keep}>
          {words.keep}
        </button>
      </p>
    </div>
  );
}

/** "1 page", "12 pages", as what somebody loses. */
export const pagesInWords = (count: number): string => plural(count, words.pageCount);
