/** “Move to…”, and other places to choose: a list, narrowed by typing; what is not in the tree yet is found by the search. */
import { useRef, useState } from "preact/hooks";
import { foldName } from "../../../kernel/fold.ts";
import type { SearchAnswer } from "../../../features/search/contract.ts";
import { TOP } from "../../shared/sidebar/tree.ts";
import { words } from "../../../words/tree.ts";
import { call, path } from "../api/api.ts";
import { attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { iconClass, pageSign } from "../../shared/icon-names.ts";
import { fits, movePages } from "./changes.ts";
import { driveId, sideView, state } from "./state.ts";

/** The top of the drive has the id `TOP`. */
export type Destination = {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** The emoji of a page. */
  readonly glyph?: string;
};

const MAX_SHOWN = 50;
const PAUSE_MS = 200;

export const openMoveDialog = (ids: readonly string[]): void =>
  chooseDestination(
    words.moveTo,
    ({ id }) => id === TOP || fits(ids, id),
    ({ id }) => attempt(null, () => movePages(ids, { parentId: id, before: null })),
  );

export const chooseDestination = (
  heading: string,
  isOffered: (place: Destination) => boolean,
  chosen: (place: Destination) => void,
): void =>
  void openRenderedDialog(heading, ({ close }) => {
    const choose = (place: Destination): void => {
      close();
      chosen(place);
    };
    return <Destinations isOffered={isOffered} choose={choose} />;
  });

type DestinationsProps = {
  readonly isOffered: (place: Destination) => boolean;
  readonly choose: (place: Destination) => void;
};

function Destinations({ isOffered, choose }: DestinationsProps) {
  const [found, setFound] = useState(loadedPages);
  const typed = useRef("");
  const timer = useRef(0);
  const list = useRef<HTMLUListElement>(null);
  const items = found.filter(isOffered).slice(0, MAX_SHOWN);
  const search = async (text: string): Promise<void> => {
    const address = `/api/search${path`?q=${text}&driveId=${driveId()}`}`;
    const { results } = await call<SearchAnswer>("GET", address);
    if (text !== typed.current) return;
    const near = loadedPages(text);
    const known = new Set(near.map(({ id }) => id));
    const more = results.map((page) => ({ id: page.pageId, title: page.title, ...pageSign(page) }));
    setFound([...near, ...more.filter(({ id }) => !known.has(id))]);
  };
  const find = (text: string): void => {
    clearTimeout(timer.current);
    typed.current = text;
    setFound(loadedPages(text));
    if (text.length >= 2) timer.current = setTimeout(() => attempt(null, () => search(text)), PAUSE_MS);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const [first] = items;
    if (event.key === "ArrowDown") list.current?.querySelector("button")?.focus();
    else if (first) choose(first);
  };
  return (
    <>
      <input
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        autocomplete="off"
        autofocus
        onInput={({ currentTarget }) => find(currentTarget.value.trim())}
        onKeyDown={press}
      />
      <ul ref={list} class="rows destinations" aria-label={words.places}>
        {items.map((item) => (
          <li key={item.id}>
            <button type="button" class="quiet" onClick={() => choose(item)}>
              <span class={item.icon} aria-hidden="true">
                {item.glyph}
              </span>
              <span class="truncate">{item.title}</span>
            </button>
          </li>
        ))}
        {items.length === 0 && <li class="muted">{words.noneFound}</li>}
      </ul>
    </>
  );
}

/** The top of the drive, and what the tree has loaded, narrowed by `typed`. */
function loadedPages(typed = ""): Destination[] {
  const { drive } = sideView() ?? {};
  const levels = [...state.peek().tree.levels.values()];
  const pages = levels.flatMap((level) =>
    level.pages.map((page) => ({ id: page.id, title: page.title, ...pageSign(page) })),
  );
  const top =
    drive?.mayCreate === true ? [{ id: TOP, title: words.topOf(drive.name), icon: iconClass("library") }] : [];
  return [...top, ...pages].filter(({ title }) => foldName(title).includes(foldName(typed)));
}
