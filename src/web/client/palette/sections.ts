/** What the palette lists for what was typed, part by part. */
import { words as messages } from "../../../words/palette.ts";
import { iconClass } from "../../shared/icon-names.ts";
import type { Candidate } from "../sharing/people-sources.ts";
import { recentPages } from "../shell/recent-pages.ts";
import { sideView } from "../shell/side.tsx";
import { type Entry, findCommands, isCommandName, type Section, type TitleIndex, visitedEntries } from "./entries.ts";
import {
  type Choice,
  FILTER_LABELS,
  type Filter,
  isFiltered,
  matchingChoices,
  TIMES,
  type Token,
  TYPES,
} from "./filters.ts";
import type { FilterKind } from "./key-list.ts";
import { withQuestion } from "./question.ts";
import type { Answer } from "./sources.ts";
import type { Titles } from "./title-store.ts";

/** People offered beside pages. */
const PEOPLE = 3;

type SectionInput = {
  readonly words: string;
  readonly filter: Filter;
  readonly token: Token | null;
  readonly titles: Titles | null;
  readonly index: TitleIndex | null;
  readonly found: Answer;
  readonly people: readonly Candidate[];
};

export function sectionsFor(asked: SectionInput): readonly Section[] {
  const { words, filter, token } = asked;
  const sections =
    token !== null
      ? [{ name: FILTER_LABELS[token.kind], entries: choicesOf(token, asked) }]
      : words.startsWith(">")
        ? [{ name: messages.commands, entries: findCommands(words.slice(1)) }]
        : words === ""
          ? withoutWords(asked)
          : isFiltered(filter)
            ? pagesOf(asked)
            : inOrder([...pagesOf(asked), ...besidePages(asked)], words);
  return withQuestion(
    sections.filter(({ entries }) => entries.length > 0),
    asked,
  );
}

/** The exact name of a command ranks before pages that contain its words. */
const inOrder = (sections: readonly Section[], words: string): readonly Section[] =>
  isCommandName(words) ? sections.toSorted((a, b) => rankOf(a) - rankOf(b)) : sections;

const rankOf = ({ name }: Section): number => (name === messages.commands ? 0 : 1);

/** What a filter that is being typed can become. */
function choicesOf({ kind, words }: Token, { titles, people }: SectionInput): readonly Entry[] {
  if (kind === "by") return people.flatMap(personEntries);
  const drives = (titles?.drives ?? sideView()?.drives ?? []).map(({ id, name }) => ({ id, label: name }));
  const choices = { type: TYPES, changed: TIMES, in: drives }[kind];
  return matchingChoices(choices, words).map((choice) => filterEntry(kind, choice, ""));
}

const filterEntry = (by: FilterKind, choice: Choice, detail: string): Entry => ({
  kind: "filter",
  key: `${by}-${choice.id}`,
  icon: iconClass(by === "by" ? "at-sign" : "text-search"),
  title: choice.label,
  by,
  choice,
  detail,
});

/** Nobody who is only an address has made a page. */
const personEntries = ({ id, name, detail }: Candidate): Entry[] =>
  id === null ? [] : [filterEntry("by", { id, label: name }, detail)];

function withoutWords({ filter, index, found }: SectionInput): readonly Section[] {
  if (filter.by !== null) return [{ name: messages.changedLast, entries: found.pages }];
  if (isFiltered(filter)) return [{ name: messages.changedLast, entries: index?.latest(filter) ?? [] }];
  const recent = recentPages().filter(({ id }) => id !== sideView()?.pageId);
  return [
    { name: messages.recent, entries: index?.recent(recent) ?? visitedEntries(recent) },
    { name: messages.commands, entries: findCommands("") },
  ];
}

/** Who made a page is known to the service alone. */
function pagesOf({ words, filter, index, found }: SectionInput): readonly Section[] {
  const recent = new Set(recentPages().map(({ id }) => id));
  return [
    { name: messages.pages, entries: filter.by !== null ? found.pages : (index?.find(words, filter, recent) ?? []) },
    { name: messages.inText, entries: found.passages.map((entry) => withWay(entry, index)) },
  ];
}

/** Titles tell better where a page lies than the path that came with it. */
const withWay = (entry: Entry, index: TitleIndex | null): Entry =>
  entry.kind === "passage" ? { ...entry, detail: index?.wayTo(entry.result.pageId) ?? entry.detail } : entry;

function besidePages({ words, index, people }: SectionInput): readonly Section[] {
  const hasText = document.querySelector("#main :is([data-doc], textarea[data-body])") !== null;
  const mayCreate = sideView()?.drive?.mayCreate === true;
  return [
    { name: messages.drives, entries: index?.findDrives(words) ?? [] },
    {
      name: messages.people,
      entries: people
        .flatMap(personEntries)
        .slice(0, PEOPLE)
        .map((entry) => ({ ...entry, detail: messages.pagesTheyMade })),
    },
    { name: messages.commands, entries: findCommands(words) },
    {
      name: messages.thisPage,
      entries: hasText
        ? [{ kind: "find", key: "find", icon: iconClass("text-search"), title: messages.findInPage(words) }]
        : [],
    },
    {
      name: messages.makeNew,
      entries: mayCreate
        ? [{ kind: "create", key: "create", icon: iconClass("plus"), title: messages.makePage(words) }]
        : [],
    },
  ];
}
