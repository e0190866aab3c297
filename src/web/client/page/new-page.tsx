/** The list of page types: pressing one creates the page, whose title is then typed on the page itself. */
import type { Page, PageType } from "../../../features/pages/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/new-page.ts";
import { path } from "../api/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { element, fieldOf } from "../ui/dom.ts";
import { makePage } from "./make-page.ts";
import { navigate } from "../shell/navigation.ts";
import { announce, attempt } from "../ui/notice.ts";
import { drawTypes } from "./page-types.tsx";
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
  const { group, chosen } = placeChoice([...places, { id: null, label: words.atTop(drive.name) }], place?.id ?? null);
  document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
  const list = element("div");
  const form = element("form", { class: "stack" }, ...(made ? titleField() : []), list, group);
  const create = async (type: PageType): Promise<void> => {
    const title = fieldOf(form, "title");
    const page = await makePage({ driveId: drive.id, title: title || words.untitled, type, parentId: chosen() });
    dialog.close();
    made?.(page);
    await navigate(path`/pages/${page.id}` + (title === "" ? "#title" : "#write"));
  };
  // Creates only one page at a time, whichever type is pressed.
  const press = (type: PageType): void => attempt(list, () => create(type));
  drawTypes(list, { isFocused: !made, choose: press });
  const dialog = (open = openDialog(frame.newPage, form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    press("DOCUMENT");
  });
}

type Place = { readonly id: string | null; readonly label: string };

/** Buttons rather than a list, because there are at most three places. */
function placeChoice(places: readonly Place[], first: Place["id"]): { group: HTMLElement; chosen: () => Place["id"] } {
  let chosen = first;
  const buttons = places.map(({ id, label }) => {
    const button = element("button", { type: "button", class: "quiet", "aria-pressed": String(id === first) }, label);
    button.addEventListener("click", () => {
      chosen = id;
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
    });
    return button;
  });
  return {
    group: element("div", { class: "places", role: "group", "aria-label": words.place }, ...buttons),
    chosen: () => chosen,
  };
}

const titleField = (): HTMLElement[] => [
  element("label", { for: "new-title" }, words.title),
  element("input", {
    id: "new-title",
    name: "title",
    placeholder: words.untitled,
    maxlength: 255,
    autocomplete: "off",
    autofocus: true,
  }),
];
