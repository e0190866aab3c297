/** The dialog that asks what a new page is called, of which type it is, and where it goes. */
import type { Page } from "../../features/pages/contract.ts";
import { words as frame } from "../messages/frame.ts";
import { words } from "../messages/new-page.ts";
import { call, path } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element, fieldOf } from "./dom.ts";
import { navigate } from "./navigation.ts";
import { announce, onSubmit } from "./notice.ts";
import { CREATABLE, KINDS } from "./page-kinds.ts";
import { addToTree, sideView } from "./side.tsx";

/** Without a title it is the page that one is on. */
type Parent = { readonly id: string; readonly title: string };

let open: HTMLDialogElement | null = null;

/** Below the page that one is on. */
export function openNewPageBelow(id: string, made: (page: Page) => void): void {
  if (sideView()?.drive?.mayCreate !== true) return announce(words.onlyTheyMake);
  openNewPage({ id, title: "" }, made);
}

/** `under`: the page that it goes into unless another place is chosen. `made` hears of it before one goes there. */
export function openNewPage(under: Parent | null = null, made?: (page: Page) => void): void {
  const side = sideView();
  // There are several buttons for it, and a second press may come before the first has loaded this.
  if (!side?.drive || open?.isConnected === true) return;
  const { drive } = side;
  const here = side.pageId === null ? null : { id: side.pageId, title: "" };
  const place = under ?? (side.pageType === "FOLDER" ? here : null);
  document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
  const form = element(
    "form",
    { class: "stack" },
    element("label", { for: "new-title" }, words.title),
    element("input", {
      id: "new-title",
      name: "title",
      placeholder: words.untitled,
      maxlength: 255,
      autocomplete: "off",
      autofocus: true,
    }),
    element("label", { for: "new-type" }, words.type),
    element(
      "select",
      { id: "new-type", name: "type" },
      ...CREATABLE.map((type) => element("option", { value: type }, KINDS[type].label)),
    ),
    element("label", { for: "new-place" }, words.place),
    element(
      "select",
      { id: "new-place", name: "parentId" },
      element("option", { value: "" }, words.atTop(drive.name)),
      ...[under, under?.id === here?.id ? null : here].map(
        (each) =>
          each &&
          element(
            "option",
            { value: each.id, selected: each === place },
            each.title === "" ? words.underThisPage : words.under(each.title),
          ),
      ),
    ),
    element("p", { class: "actions" }, element("button", { type: "submit" }, words.create)),
  );
  const dialog = (open = openDialog(frame.newPage, form));
  onSubmit(form, async () => {
    const title = fieldOf(form, "title");
    const page = await call<Page>("POST", "/api/pages", {
      driveId: drive.id,
      title: title || words.untitled,
      type: fieldOf(form, "type"),
      parentId: fieldOf(form, "parentId") || null,
    });
    dialog.close();
    addToTree({ ...page, hasChildren: false });
    made?.(page);
    // Whoever gave no name is asked for it where it will stand.
    await navigate(path`/pages/${page.id}` + (title === "" ? "#title" : "#write"));
  });
}
