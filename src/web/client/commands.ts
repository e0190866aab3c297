/** What can be done from anywhere: each action a sentence, some with a key. The palette and the list of keys show them. */
import { find } from "./dom.ts";
import { go } from "./moves.ts";
import { sideView } from "./side.tsx";

export type Command = {
  readonly id: string;
  /** As an order: "Move this page to the trash". */
  readonly title: string;
  /** As CodeMirror writes keys: `Mod-Alt-n`. */
  readonly key?: string;
  /** Other words it is found by. */
  readonly words?: string;
  /** Whether it makes sense now. */
  readonly isOffered: () => boolean;
  readonly run: () => void | Promise<void>;
};

const goTo = (address: string) => (): Promise<void> => go(address);
const always = (): boolean => true;

const WHOLE_PAGE = ".toolbar, .byline, .code-bar, .problem";

/** The button of the open page that does `act`; it says by being there that the act is allowed. */
function pageButton(act: string): HTMLButtonElement | null {
  for (const part of document.querySelectorAll(`#main :is(${WHOLE_PAGE})`)) {
    const button = find(`button${act}:not(:disabled)`, HTMLButtonElement, part);
    if (button) return button;
  }
  return null;
}

const onPage = (id: string, act: string, title: string, more: Pick<Command, "key" | "words"> = {}): Command => ({
  id,
  title,
  ...more,
  isOffered: () => pageButton(act) !== null,
  run: () => pageButton(act)?.click(),
});

export const COMMANDS: readonly Command[] = [
  {
    id: "new-page",
    title: "Make a new page",
    key: "Mod-Alt-n",
    words: "create add document sheet task list",
    isOffered: () => sideView()?.drive?.mayCreate === true,
    run: async () => (await import("./new-page.ts")).openNewPage(),
  },
  onPage("share", "[data-act=share]", "Share this page", { key: "Mod-Alt-s", words: "people access permissions" }),
  onPage("history", "[data-act=history]", "See the history of this page", {
    key: "Mod-Alt-h",
    words: "versions restore changes",
  }),
  onPage("read", "[data-act=read]", "Read this page without writing", { key: "Mod-Alt-r", words: "print preview" }),
  onPage("upload", "[data-choose-files]", "Upload files to this page", { words: "attach picture" }),
  onPage("copy-id", "[data-act=copy-id]", "Copy the id of this page"),
  {
    id: "copy-link",
    title: "Copy the link to this page",
    words: "address url share",
    isOffered: () => (sideView()?.pageId ?? null) !== null,
    run: () => navigator.clipboard.writeText(location.origin + location.pathname),
  },
  onPage("copy-code", "[data-act=copy-code]", "Copy all the code of this page"),
  onPage("wrap-code", "[data-act=wrap-code]", "Wrap long lines of code"),
  onPage("convert", "[data-act=convert]", "Make a document of this file"),
  onPage("trash", "[data-act=trash]", "Move this page to the trash", { words: "delete remove" }),
  onPage("restore", "[data-act=restore]", "Restore this page from the trash"),
  {
    id: "switch-drive",
    title: "Go to another drive",
    key: "Mod-Alt-o",
    words: "switch open change workspace",
    isOffered: always,
    run: async () => (await import("./drives/switcher.tsx")).openDrives(),
  },
  {
    id: "new-drive",
    title: "Make a new drive",
    words: "create add workspace",
    isOffered: always,
    run: async () => (await import("./drives/switcher.tsx")).openDrives(true),
  },
  {
    id: "go-drive",
    title: "Go to all pages of this drive",
    words: "home root",
    isOffered: () => (sideView()?.drive ?? null) !== null,
    run: () => go(`/drives/${sideView()?.drive?.id ?? ""}`),
  },
  {
    id: "go-trash",
    title: "Go to the trash",
    words: "deleted",
    isOffered: () => (sideView()?.drive ?? null) !== null,
    run: () => go(`/drives/${sideView()?.drive?.id ?? ""}/trash`),
  },
  {
    id: "notifications",
    title: "See your notifications",
    words: "inbox mentions news",
    isOffered: always,
    run: async () => (await import("./inbox.tsx")).openInbox(),
  },
  {
    id: "connections",
    title: "See your connections",
    words: "people contacts block",
    isOffered: always,
    run: async () => (await import("./connections.tsx")).openConnections(),
  },
  onPage("mute", "[data-act=mute]", "Mute or unmute this page or drive", { words: "notifications quiet" }),
  {
    id: "go-settings",
    title: "Go to your settings",
    words: "account profile passkeys tokens sessions",
    isOffered: always,
    run: goTo("/settings"),
  },
  {
    id: "go-admin",
    title: "Go to administration",
    words: "users audit metrics",
    isOffered: () => sideView()?.isAdmin === true,
    run: goTo("/admin"),
  },
  {
    id: "keys",
    title: "See all keys",
    key: "Mod-Alt-/",
    words: "keyboard shortcuts help",
    isOffered: always,
    run: async () => (await import("./keys-dialog.ts")).openKeys(COMMANDS),
  },
];
