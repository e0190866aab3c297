/** A page's history: who wrote when, how it read then, and going back to it. */
import type { z } from "zod";
import type { Page, VersionList, VersionText } from "../../features/pages/contract.ts";
import { relativeTime } from "./relative-time.ts";
import { call, path } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";
import type { Editor } from "./editor.ts";
import { attempt, announce } from "./notice.ts";

type Versions = z.infer<typeof VersionList>;
type Version = Versions["versions"][number];

const authorOf = ({ author, token }: Version): string => {
  const name = author?.name ?? "Someone";
  return token ? `${name}, through ${token.name}` : name;
};

export async function openHistory(pageId: string, canEdit: boolean, editor: Editor): Promise<void> {
  const first = await load(pageId, null);
  const list = element("ul", { class: "versions", "aria-label": "Versions, newest first" });
  const preview = element("div", {
    class: "preview",
    role: "region",
    "aria-label": "The text at this version",
    tabindex: 0,
  });
  preview.append(element("p", { class: "muted" }, "Choose a version to read it."));
  const more = element("button", { type: "button", class: "quiet" }, "Older versions");
  const dialog = openDialog("History", element("div", { class: "history" }, element("div", {}, list, more), preview));
  dialog.classList.add("wide");

  let older: string | null = null;

  const choose = async (version: Version, button: HTMLElement): Promise<void> => {
    const text = await call<z.infer<typeof VersionText>>("GET", path`/api/pages/${pageId}/versions/${version.version}`);
    for (const other of list.querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", "true");
    const restore = element(
      "button",
      { type: "button", onclick: (event) => attempt(event.currentTarget as HTMLElement, () => goBack(version)) }, // the button itself
      "Restore this version",
    );
    preview.replaceChildren(
      element("p", { class: "actions" }, canEdit ? restore : null),
      element("pre", {}, text.content || "(empty)"),
    );
  };
  const goBack = async (version: Version): Promise<void> => {
    await editor.save();
    editor.take(await call<Page>("POST", path`/api/pages/${pageId}/versions/${version.version}/restore`));
    dialog.close();
    announce(
      `The page reads as it did ${relativeTime(version.until, Date.now())}. The later versions are still in its history.`,
    );
  };
  const add = ({ versions, nextCursor }: Versions): void => {
    list.append(...versions.map((version) => row(version, choose)));
    more.hidden = nextCursor === null;
    older = nextCursor;
  };
  more.addEventListener("click", () => attempt(more, async () => add(await load(pageId, older))));
  add(first);
  if (first.versions.length === 0) list.append(element("li", { class: "muted" }, "Nothing was written here yet."));
}

function row(version: Version, choose: (version: Version, button: HTMLElement) => Promise<void>): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "version", "aria-pressed": "false" },
    element("span", {}, authorOf(version)),
    element("time", { class: "muted", datetime: version.until }, relativeTime(version.until, Date.now())),
  );
  button.addEventListener("click", () => attempt(button, () => choose(version, button)));
  return element("li", {}, button);
}

const load = (pageId: string, cursor: string | null): Promise<Versions> =>
  call("GET", path`/api/pages/${pageId}/versions` + (cursor === null ? "" : path`?cursor=${cursor}`));
