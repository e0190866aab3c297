/** The find and replace panel: one line, and a second one for the replacement. */
import {
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from "@codemirror/search";
import { type Command, type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from "@codemirror/view";
import { render } from "preact";
import { words } from "../../../../words/editor-find.ts";
import { IconButton } from "../../../shared/icons.tsx";
import { element } from "../../ui/dom.ts";
import { countMatches, describeMatches, elementAround, regexpError } from "./matches.ts";

type FindCommands = {
  readonly showsReplace: (view: EditorView) => boolean;
  readonly openReplace: Command;
  readonly close: Command;
};

type Props = { readonly view: EditorView; readonly commands: FindCommands; readonly message: string };

const change = (view: EditorView, part: Partial<Pick<SearchQuery, Option | "search" | "replace">>): void => {
  const { search, caseSensitive, literal, regexp, replace, wholeWord } = getSearchQuery(view.state);
  const query = new SearchQuery({ search, caseSensitive, literal, regexp, replace, wholeWord, ...part });
  view.dispatch({ effects: setSearchQuery.of(query) });
  if ("search" in part && query.valid) selectFirst(view, query);
};

/** Selects the nearest match from the selection on while the query is typed. */
function selectFirst(view: EditorView, query: SearchQuery): void {
  const { from } = view.state.selection.main;
  const next = query.getCursor(view.state, from).next();
  const found = next.done ? query.getCursor(view.state).next() : next;
  if (found.done) return;
  view.dispatch({
    selection: { anchor: found.value.from, head: found.value.to },
    scrollIntoView: true,
    userEvent: "select.search",
  });
}

type Option = "caseSensitive" | "wholeWord" | "regexp";

const options = (): readonly (readonly [Option, string, string])[] => [
  ["caseSensitive", words.matchCase, "Aa"],
  ["wholeWord", words.wholeWords, "abc"],
  ["regexp", words.regularExpression, ".*"],
];

const onEnter =
  (view: EditorView, plain: Command, shifted: Command) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    (event.shiftKey ? shifted : plain)(view);
  };

const textOf = (event: Event): string =>
  event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : "";

const Options = ({ view, query }: { readonly view: EditorView; readonly query: SearchQuery }) => (
  <div class="ed-find-options" role="group" aria-label={words.whatMatches}>
    {options().map(([name, label, sign]) => (
      <button
        key={name}
        type="button"
        class="quiet"
        title={label}
        aria-label={label}
        aria-pressed={query[name]}
        onClick={() => change(view, { [name]: !query[name] })}
      >
        <span aria-hidden="true">{sign}</span>
      </button>
    ))}
  </div>
);

function FindLine({ view, commands, message }: Props) {
  const query = getSearchQuery(view.state);
  const replaces = commands.showsReplace(view);
  return (
    <div class="row wrap ed-find-line">
      <input
        type="text"
        value={query.search}
        main-field="true"
        placeholder={words.find}
        aria-label={words.find}
        aria-invalid={query.search !== "" && !query.valid}
        aria-describedby="ed-find-message"
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => change(view, { search: textOf(event) })}
        onKeyDown={onEnter(view, findNext, findPrevious)}
      />
      <span id="ed-find-message" class="ed-find-message" role="status">
        {message}
      </span>
      <Options view={view} query={query} />
      <IconButton icon="arrow-up" label={words.previous} onClick={() => findPrevious(view)} />
      <IconButton icon="arrow-down" label={words.next} onClick={() => findNext(view)} />
      {!replaces && !view.state.readOnly && (
        <button type="button" class="quiet" onClick={() => commands.openReplace(view)}>
          {words.openReplace}
        </button>
      )}
      <IconButton icon="x" label={words.closeFind} onClick={() => commands.close(view)} />
    </div>
  );
}

const ReplaceLine = ({ view }: { view: EditorView }) => (
  <div class="row wrap ed-find-line">
    <input
      type="text"
      value={getSearchQuery(view.state).replace}
      placeholder={words.replaceWith}
      aria-label={words.replaceWith}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => change(view, { replace: textOf(event) })}
      onKeyDown={onEnter(view, replaceNext, replaceAll)}
    />
    <button type="button" class="quiet" onClick={() => replaceNext(view)}>
      {words.replace}
    </button>
    <button type="button" class="quiet" onClick={() => replaceAll(view)}>
      {words.replaceAll}
    </button>
  </div>
);

function FindPanel(props: Props) {
  const { view, commands } = props;
  const replaces = commands.showsReplace(view);
  return (
    <div
      class={`card stack ed-find${replaces ? " ed-find-replaces" : ""}`}
      role="search"
      aria-label={words.findInPage}
      onKeyDown={(event) => {
        if (runScopeHandlers(view, event, "search-panel")) event.preventDefault();
      }}
    >
      <FindLine {...props} />
      {replaces && <ReplaceLine view={view} />}
    </div>
  );
}

function messageFor(view: EditorView): string {
  const query = getSearchQuery(view.state);
  if (query.regexp && query.search !== "" && !query.valid) return regexpError(query.search) ?? words.checkExpression;
  const matches = describeMatches(countMatches(view.state, query), query);
  return matches !== "" && elementAround(view.state) !== null ? words.inAddress(matches) : matches;
}

export function findPanel(view: EditorView, commands: FindCommands): Panel {
  const dom = element("div", { class: "ed-find-panel" });
  const draw = (): void => render(<FindPanel view={view} commands={commands} message={messageFor(view)} />, dom);
  draw();
  return {
    dom,
    top: true,
    mount: () => dom.querySelector<HTMLInputElement>("[main-field]")?.select(),
    update({ docChanged, selectionSet, transactions }: ViewUpdate) {
      if (docChanged || selectionSet || transactions.some(({ effects }) => effects.length > 0)) draw();
    },
    destroy: () => render(null, dom),
  };
}
