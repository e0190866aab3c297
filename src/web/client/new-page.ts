/** The dialog that asks what a new page is called, of which type it is, and where it goes. */
import type { Page } from "../../features/pages/contract.ts";
import { call, path } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element, fieldOf } from "./dom.ts";
import { go } from "./moves.ts";
import { onSubmit } from "./notice.ts";
import { CREATABLE, KINDS } from "./page-kinds.ts";
import { addToTree, sideView } from "./side.tsx";

const UNTITLED = "Untitled";

type Parent = { readonly id: string; readonly title: string };

let open: HTMLDialogElement | null = null;

/** `under`: the page that it goes into unless another place is chosen. `made` hears of it before one goes there. */
export function openNewPage(under: Parent | null = null, made?: (page: Page) => void): void {
  const side = sideView();
  // There are several buttons for it, and a second press may come before the first has loaded this.
  if (!side?.drive || open?.isConnected === true) return;
  const { drive } = side;
  const here = side.pageId === null ? null : { id: side.pageId, title: "this page" };
  const place = under ?? (side.pageType === "FOLDER" ? here : null);
  document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
  const form = element(
    "form",
    { class: "stack" },
    element("label", { for: "new-title" }, "Title"),
    element("input", {
      id: "new-title",
      name: "title",
      placeholder: UNTITLED,
      maxlength: 255,
      autocomplete: "off",
      autofocus: true,
    }),
    element("label", { for: "new-type" }, "Type"),
    element(
      "select",
      { id: "new-type", name: "type" },
      ...CREATABLE.map((type) => element("option", { value: type }, KINDS[type].label)),
    ),
    element("label", { for: "new-place" }, "Place"),
    element(
      "select",
      { id: "new-place", name: "parentId" },
      element("option", { value: "" }, `At the top of ${drive.name}`),
      ...[under, under?.id === here?.id ? null : here].map(
        (each) =>
          each &&
          element(
            "option",
            { value: each.id, selected: each === place },
            each === here ? "Under this page" : `Under ${each.title}`,
          ),
      ),
    ),
    element("p", { class: "actions" }, element("button", { type: "submit" }, "Create")),
  );
  const dialog = (open = openDialog("New page", form));
  onSubmit(form, async () => {
    const title = fieldOf(form, "title");
    const page = await call<Page>("POST", "/api/pages", {
      driveId: drive.id,
      title: title || UNTITLED,
      type: fieldOf(form, "type"),
      parentId: fieldOf(form, "parentId") || null,
    });
    dialog.close();
    addToTree({ ...page, hasChildren: false });
    made?.(page);
    // Whoever gave no name is asked for it where it will stand.
    await go(path`/pages/${page.id}` + (title === "" ? "#title" : "#write"));
  });
}
