/** The filter of one column: a condition for its cells, or a list of values. Loaded on first use. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { words } from "../../../words/sheet.ts";
import { currentLanguage } from "../../../words/language.ts";
import { type ColumnFilter, needsWords, type TestKind, TESTS } from "./filter.ts";

type Options = {
  readonly title: string;
  readonly of: ColumnFilter;
  /** How often each text occurs in the column. */
  readonly texts: ReadonlyMap<string, number>;
  readonly done: (filter: ColumnFilter) => void;
};

/** Maximum number of values listed; searching finds the others. */
const MAX_LISTED = 200;

export function drawPanel(host: HTMLElement, options: Options): void {
  // Every opening starts fresh.
  render(null, host);
  render(<Panel {...options} />, host);
}

const folded = (text: string): string => text.toLocaleLowerCase();

const inOrder = (texts: Iterable<string>): string[] => {
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true });
  return [...texts].toSorted(compare);
};

/** Stores the shorter list: with few values ticked, new values stay hidden; with few unticked, new values are shown. */
function valuesOf(all: readonly string[], ticked: ReadonlySet<string>): ColumnFilter["values"] {
  if (all.every((text) => ticked.has(text))) return null;
  const isOnly = ticked.size * 2 <= all.length;
  return { isOnly, texts: all.filter((text) => ticked.has(text) === isOnly) };
}

function Panel({ title, of, texts, done }: Options) {
  const [all] = useState(() => inOrder(texts.keys()));
  const [test, setTest] = useState<TestKind | "">(of.test?.kind ?? "");
  const [compared, setCompared] = useState(of.test?.words ?? "");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(all.filter((text) => !of.values || of.values.texts.includes(text) === of.values.isOnly)),
  );
  const tick = (changed: readonly string[], isTicked: boolean): void => {
    const next = new Set(ticked);
    for (const text of changed) {
      if (isTicked) next.add(text);
      else next.delete(text);
    }
    setTicked(next);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const isAsked = test !== "" && (!needsWords(test) || compared.trim() !== "");
    done({ ...of, test: isAsked ? { kind: test, words: compared } : null, values: valuesOf(all, ticked) });
  };
  return (
    <form onSubmit={submit}>
      <h2>{title}</h2>
      <Condition test={test} setTest={setTest} compared={compared} setCompared={setCompared} />
      <Values all={all} texts={texts} ticked={ticked} tick={tick} />
      <p class="sheet-filter-end">
        <button type="submit" class="primary">
          {words.applyFilter}
        </button>
        <button type="button" class="quiet" onClick={() => done({ ...of, test: null, values: null })}>
          {words.clearFilter}
        </button>
      </p>
    </form>
  );
}

type ConditionProps = {
  readonly test: TestKind | "";
  readonly setTest: (test: TestKind | "") => void;
  readonly compared: string;
  readonly setCompared: (words: string) => void;
};

const Condition = ({ test, setTest, compared, setCompared }: ConditionProps) => (
  <>
    <select
      aria-label={words.condition}
      value={test}
      onChange={({ currentTarget }) => setTest(TESTS.find((kind) => kind === currentTarget.value) ?? "")}
    >
      <option value="">{words.anyValue}</option>
      {TESTS.map((kind) => (
        <option value={kind}>{words.tests[kind]}</option>
      ))}
    </select>
    {test !== "" && needsWords(test) && (
      <input
        aria-label={words.compareWith}
        placeholder={words.compareWith}
        value={compared}
        autocomplete="off"
        onInput={({ currentTarget }) => setCompared(currentTarget.value)}
      />
    )}
  </>
);

type ValuesProps = {
  readonly all: readonly string[];
  readonly texts: Options["texts"];
  readonly ticked: ReadonlySet<string>;
  readonly tick: (changed: readonly string[], isTicked: boolean) => void;
};

function Values({ all, texts, ticked, tick }: ValuesProps) {
  const [query, setQuery] = useState("");
  const found = all.filter((text) => folded(text).includes(folded(query)));
  return (
    <>
      <input
        type="search"
        aria-label={words.searchValues}
        placeholder={words.searchValues}
        value={query}
        autocomplete="off"
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <p class="sheet-filter-all">
        <button type="button" class="quiet" onClick={() => tick(found, true)}>
          {words.selectAll}
        </button>
        <button type="button" class="quiet" onClick={() => tick(found, false)}>
          {words.selectNone}
        </button>
      </p>
      <ul aria-label={words.values} tabIndex={-1}>
        {found.slice(0, MAX_LISTED).map((text) => (
          <li key={text}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(text)}
                onChange={({ currentTarget }) => tick([text], currentTarget.checked)}
              />
              <span dir="auto">{text === "" ? words.emptyCells : text}</span>
              <span class="muted">{texts.get(text)?.toLocaleString(currentLanguage())}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > MAX_LISTED && <p class="muted">{words.searchForMore}</p>}
    </>
  );
}
