/** The list of page types: pressing one creates the page, whose title is then typed on the page itself. */
import { useRef, useState } from "preact/hooks";
import type { Page, PageType } from "../../../features/pages/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/new-page.ts";
import { path } from "../api/api.ts";
import { makePage } from "./make-page.ts";
import { navigate } from "../shell/navigation.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { PageTypes } from "./page-types.tsx";
import { sideView } from "../shell/side.tsx";

/** An empty title means the open page. */
type Parent = { readonly id: string; readonly title: string };

let open: HTMLDialogElement | null = null;

/** Creates a page below the open one. The open page will mention it by title, so the dialog asks for one. */
export function openNewPageBelow(id: string, made: (page: Page) => void): void {
  if (sideView()?.drive?.mayCreate !== true) return announce(words.onlyTheyMake);
  openNewPage({ id, title: "" }, made);
}

/** `under`: the preselected parent. `made` is called before the new page is opened. */
export function openNewPage(under: Parent | null = null, made?: (page: Page) => void): void {
  const side = sideView();
  // Several buttons open this, and a second press may come before the first has loaded it.
  if (!side?.drive || open?.isConnected === true) return;
  const { drive } = side;
  const here = side.pageId === null ? null : { id: side.pageId, title: "" };
  const place = under ?? (side.pageType === "FOLDER" ? here : null);
  const above = [under, under?.id === here?.id ? null : here].filter((each) => each !== null);
  const places = above.map(({ id, title }) => ({ id, label: title === "" ? words.underThisPage : words.under(title) }));
  const create = async (type: PageType, title: string, parentId: Place["id"]): Promise<void> => {
    const page = await makePage({ driveId: drive.id, title: title || words.untitled, type, parentId });
    open?.close();
    made?.(page);
    await navigate(path`/pages/${page.id}` + (title === "" ? "#title" : "#write"));
  };
  open = openRenderedDialog(frame.newPage, () => (
    <NewPage
      places={[...places, { id: null, label: words.atTop(drive.name) }]}
      first={place?.id ?? null}
      asksTitle={made !== undefined}
      create={create}
    />
  ));
}

type Place = { readonly id: string | null; readonly label: string };

type NewPageProps = {
  readonly places: readonly Place[];
  readonly first: Place["id"];
  readonly asksTitle: boolean;
  readonly create: (type: PageType, title: string, parentId: Place["id"]) => Promise<void>;
};

function NewPage({ places, first, asksTitle, create }: NewPageProps) {
  const [parentId, setParentId] = useState(first);
  const title = useRef<HTMLInputElement>(null);
  const types = useRef<HTMLDivElement>(null);
  // Creates only one page at a time, whichever type is pressed.
  const press = (type: PageType): void =>
    attempt(types.current, () => create(type, title.current?.value.trim() ?? "", parentId));
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        press("DOCUMENT");
      }}
    >
      {asksTitle && (
        <>
          <label for="new-title">{words.title}</label>
          <input id="new-title" ref={title} placeholder={words.untitled} maxlength={255} autocomplete="off" autofocus />
        </>
      )}
      <div ref={types}>
        <PageTypes isFocused={!asksTitle} choose={press} />
      </div>
      {/* Buttons rather than a list, because there are at most three places. */}
      <div class="row wrap places" role="group" aria-label={words.place}>
        {places.map(({ id, label }) => (
          <button
            key={label}
            type="button"
            class="quiet"
            aria-pressed={id === parentId}
            onClick={() => setParentId(id)}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  );
}
