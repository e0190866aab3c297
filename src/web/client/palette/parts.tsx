/** What the palette is drawn of: the filters, and a line of what was found. */
import { words } from "../../../words/palette.ts";
import { keyName } from "../ui/key-names.ts";
import type { Entry } from "./entries.ts";
import { type Filter, FILTER_LABELS } from "./filters.ts";
import { FILTER_KINDS, type FilterKind } from "./key-list.ts";

type FiltersProps = {
  readonly filter: Filter;
  /** Offers what one can choose of a kind. */
  readonly begin: (kind: FilterKind) => void;
  readonly remove: (kind: FilterKind) => void;
};

export const Filters = ({ filter, begin, remove }: FiltersProps) => (
  <div class="row wrap palette-filters" role="group" aria-label={words.filters}>
    {FILTER_KINDS.map((kind) => {
      const chosen = filter[kind];
      const name = FILTER_LABELS[kind];
      return chosen === null ? (
        <button type="button" class="quiet" key={kind} onClick={() => begin(kind)}>
          {name}
        </button>
      ) : (
        <button
          type="button"
          class="palette-chip"
          key={kind}
          aria-label={words.removeFilter(name, chosen.label)}
          onClick={() => remove(kind)}
        >
          <span class="truncate">{chosen.label}</span>
          <span aria-hidden="true">×</span>
        </button>
      );
    })}
  </div>
);

type OptionProps = {
  readonly entry: Entry;
  readonly place: number;
  readonly isChosen: boolean;
  readonly run: (entry: Entry, inNewTab: boolean) => void;
  readonly point: (place: number) => void;
};

export const Option = ({ entry, place, isChosen, run, point }: OptionProps) => (
  <div
    id={`palette-${place}`}
    role="option"
    class="row palette-option"
    aria-selected={isChosen}
    onClick={(event) => run(entry, event.ctrlKey || event.metaKey)}
    onPointerMove={() => isChosen || point(place)}
  >
    <span class={entry.icon} aria-hidden="true">
      {entry.glyph}
    </span>
    <span class="palette-words">
      <span class="truncate">{entry.title}</span>
      {entry.kind === "passage" && (
        <span class="palette-snippet">
          <Marked {...entry.result} />
        </span>
      )}
    </span>
    {"detail" in entry && <span class="palette-detail truncate">{entry.detail}</span>}
    {entry.kind === "command" && entry.command.key !== undefined && (
      <kbd aria-hidden="true">{keyName(entry.command.key)}</kbd>
    )}
  </div>
);

type Snippet = { readonly snippet: string; readonly highlights: readonly (readonly [number, number])[] };

const Marked = ({ snippet, highlights }: Snippet) => (
  <>
    {highlights.map(([from, to], at) => (
      <>
        {snippet.slice(highlights[at - 1]?.[1] ?? 0, from)}
        <mark>{snippet.slice(from, to)}</mark>
      </>
    ))}
    {snippet.slice(highlights.at(-1)?.[1] ?? 0)}
  </>
);
