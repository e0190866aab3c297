/** One row in a list of people: who they are, the source of their rights, and its controls. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { RightsFlags } from "../../../kernel/rights.ts";
import { Avatar, type Face } from "../../shared/avatar.tsx";
import { attempt } from "../ui/notice.ts";
import { LEVELS, levelIndex, levelOf } from "./people.ts";
import { words } from "../../../words/people.ts";
import { plural } from "../../../words/plural.ts";

type RowProps = {
  /** Null for an address that may belong to nobody. */
  readonly face: Face | null;
  readonly name: string;
  readonly email: string | null;
  /** The source of their rights, in words. */
  readonly source?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** A question about them, below the row. */
  readonly below?: ComponentChildren;
};

export const PersonRow = ({ face, name, email, source = null, children, below }: RowProps) => (
  <li>
    {face !== null && <Avatar of={face} />}
    <span class="who">
      <span>{name}</span>
      {email !== null && <span class="muted">{email}</span>}
      {source !== null && <span class="muted person-source">{source}</span>}
    </span>
    <span class="row person-level">{children}</span>
    {below}
  </li>
);

type AskProps = {
  readonly name: string;
  /** Names the person. */
  readonly label: string;
  /** True while the question is shown below the row. */
  readonly isAsked: boolean;
  readonly ask: () => Promise<void>;
};

/** Asks for confirmation before a person loses access. */
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
  /** Options in addition to the levels, by the value that is sent. */
  readonly more?: readonly { readonly value: string; readonly label: string }[];
  /** The selected one of `more`. */
  readonly chosen?: string;
  /** Also resolves after a rejected change, once the actual rights are shown. */
  readonly change: (value: string) => Promise<void>;
};

/** Rights that match no level are shown but cannot be chosen. */
export function LevelChoice({ label, rights, more = [], chosen, change }: ChoiceProps) {
  const level = levelIndex(rights);
  const now = chosen ?? (level < 0 ? "" : String(level));
  const field = useRef<HTMLSelectElement>(null);
  const shown = useRef(now);
  shown.current = now;
  /** The choice that is not saved yet: the list may be redrawn, and another level chosen, during a save. */
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
        // During a save this does nothing; the running loop saves the new choice next.
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

/**
 * States what will be lost. The confirming button has the focus as soon as the question is shown, since Escape would
 * close the whole dialog if it were pressed before.
 */
export function Confirm({ sentence, yes, act, keep }: ConfirmProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <div
      class="person-confirm"
      role="group"
      aria-label={sentence}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Keeps the dialog open.
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

/** "1 page", "12 pages": what a person loses. */
export const pagesInWords = (count: number): string => plural(count, words.pageCount);
