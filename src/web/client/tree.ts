/** The side of every page: the tree, new pages, new drives, signing out. */
import type { Page, PageSummary } from "../../features/pages/contract.ts";
import { call, path } from "./api.ts";
import { closeOnBackdrop } from "./dialog.ts";
import { element, fieldOf, find, onClick } from "./dom.ts";
import { attempt, onSubmit } from "./notice.ts";
import { KINDS } from "./page-kinds.ts";

export function startSidebar(side: HTMLElement): void {
  onClick(side, "[data-twist]", (control) => {
    if (control instanceof HTMLButtonElement) attempt(control, () => toggle(control));
  });
  onClick(side, "[data-more]", (control) => attempt(control, () => showMore(control)));
  startNewPage();
  const newDrive = find("[data-new-drive]", HTMLFormElement, side);
  if (newDrive) {
    onSubmit(newDrive, async () => {
      const drive = await call<{ id: string }>("POST", "/api/drives", { name: fieldOf(newDrive, "name") });
      location.assign(path`/drives/${drive.id}`);
    });
  }
}

async function toggle(twist: HTMLButtonElement): Promise<void> {
  const item = twist.closest("li");
  const isOpen = twist.getAttribute("aria-expanded") === "true";
  const known = item?.querySelector("ul");
  if (item && !known) {
    const children = await call<PageSummary[]>("GET", path`/api/pages/${item.dataset["page"] ?? ""}/children`);
    item.append(element("ul", {}, ...children.map(treeItem)));
  } else known?.toggleAttribute("hidden", isOpen);
  twist.setAttribute("aria-expanded", String(!isOpen));
}

async function showMore(control: HTMLElement): Promise<void> {
  const { drive = "", cursor = "" } = control.dataset;
  const address = path`/api/drives/${drive}/pages?depth=1&limit=100&cursor=${cursor}`;
  const { pages, nextCursor } = await call<{ pages: PageSummary[]; nextCursor: string | null }>("GET", address);
  control.closest("li")?.before(...pages.map(treeItem));
  if (nextCursor === null) control.closest("li")?.remove();
  else control.dataset["cursor"] = nextCursor;
}

const twistOf = (title: string): HTMLElement =>
  element("button", {
    type: "button",
    class: "twist",
    "data-twist": true,
    "aria-expanded": "false",
    "aria-label": `Pages under ${title}`,
  });

/** Puts a page that has just been made where it belongs, as far as that part of the tree is here. */
export function expandTree(page: PageSummary): void {
  if (page.parentId === null) {
    // What comes after the last page that is here is fetched when it is asked for.
    if (!find(".tree > li > [data-more]", HTMLElement)) find(".tree", HTMLElement)?.append(treeItem(page));
    return;
  }
  const parent = find(`.tree li[data-page="${CSS.escape(page.parentId)}"]`, HTMLElement);
  const below = parent?.querySelector(":scope > ul");
  if (below) below.append(treeItem(page));
  else if (parent && !parent.querySelector(":scope > .tree-row > .twist"))
    parent.querySelector(".tree-row")?.prepend(twistOf(parent.querySelector("a > :last-child")?.textContent ?? ""));
}

/** The same as the server renders. */
function treeItem(page: PageSummary): HTMLElement {
  const { glyph, label } = KINDS[page.type];
  const twist = page.hasChildren ? twistOf(page.title) : null;
  const link = element(
    "a",
    { href: path`/pages/${page.id}`, "aria-current": location.pathname === path`/pages/${page.id}` ? "page" : null },
    element("span", { class: "glyph", "aria-hidden": "true" }, glyph),
    element("span", { class: "hidden" }, `${label}: `),
    element("span", {}, page.title),
  );
  return element("li", { "data-page": page.id }, element("div", { class: "tree-row" }, twist, link));
}

function startNewPage(): void {
  const dialog = find("[data-new-page]", HTMLDialogElement);
  const form = dialog && find("form", HTMLFormElement, dialog);
  if (!dialog || !form) return;
  closeOnBackdrop(dialog);
  onClick(document.body, "[data-open-new-page]", () => {
    document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
    dialog.showModal();
  });
  onClick(dialog, "[data-close]", () => dialog.close());
  onSubmit(form, async () => {
    const parentId = fieldOf(form, "parentId") || null;
    const page = await call<Page>("POST", "/api/pages", {
      driveId: form.dataset["drive"],
      title: fieldOf(form, "title"),
      type: fieldOf(form, "type"),
      parentId,
    });
    location.assign(path`/pages/${page.id}#write`);
  });
}
