/** What can be done from anywhere: each action a sentence, some with a key. The palette and the list of keys show them. */
import { words } from "../messages/commands.ts";
import { find } from "./dom.ts";
import { navigate } from "./navigation.ts";
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

const goTo = (address: string) => (): Promise<void> => navigate(address);
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
    title: words.newPage,
    key: "Mod-Alt-n",
    words: words.newPageWords,
    isOffered: () => sideView()?.drive?.mayCreate === true,
    run: async () => (await import("./new-page.ts")).openNewPage(),
  },
  onPage("share", "[data-act=share]", words.share, { key: "Mod-Alt-s", words: words.shareWords }),
  onPage("history", "[data-act=history]", words.history, {
    key: "Mod-Alt-h",
    words: words.historyWords,
  }),
  onPage("read", "[data-act=read]", words.read, { key: "Mod-Alt-r", words: words.readWords }),
  onPage("upload", "[data-choose-files]", words.upload, { words: words.uploadWords }),
  onPage("copy-id", "[data-act=copy-id]", words.copyId),
  {
    id: "copy-link",
    title: words.copyLink,
    words: words.copyLinkWords,
    isOffered: () => (sideView()?.pageId ?? null) !== null,
    run: () => navigator.clipboard.writeText(location.origin + location.pathname),
  },
  onPage("copy-code", "[data-act=copy-code]", words.copyCode),
  onPage("wrap-code", "[data-act=wrap-code]", words.wrapCode),
  onPage("convert", "[data-act=convert]", words.convert),
  onPage("trash", "[data-act=trash]", words.trash, { words: words.trashWords }),
  onPage("restore", "[data-act=restore]", words.restore),
  {
    id: "switch-drive",
    title: words.switchDrive,
    key: "Mod-Alt-o",
    words: words.switchDriveWords,
    isOffered: always,
    run: async () => (await import("./drives/switcher.tsx")).openDrives(),
  },
  {
    id: "new-drive",
    title: words.newDrive,
    words: words.newDriveWords,
    isOffered: always,
    run: async () => (await import("./drives/switcher.tsx")).openDrives(true),
  },
  {
    id: "go-drive",
    title: words.goDrive,
    words: words.goDriveWords,
    isOffered: () => (sideView()?.drive ?? null) !== null,
    run: () => navigate(`/drives/${sideView()?.drive?.id ?? ""}`),
  },
  {
    id: "go-trash",
    title: words.goTrash,
    words: words.goTrashWords,
    isOffered: () => (sideView()?.drive ?? null) !== null,
    run: () => navigate(`/drives/${sideView()?.drive?.id ?? ""}/trash`),
  },
  {
    id: "notifications",
    title: words.notifications,
    words: words.notificationsWords,
    isOffered: always,
    run: async () => (await import("./inbox.tsx")).openInbox(),
  },
  {
    id: "connections",
    title: words.connections,
    words: words.connectionsWords,
    isOffered: always,
    run: async () => (await import("./connections.tsx")).openConnections(),
  },
  onPage("mute", "[data-act=mute]", words.mute, { words: words.muteWords }),
  {
    id: "my-tasks",
    title: words.myTasks,
    key: "Mod-Alt-y",
    words: words.myTasksWords,
    isOffered: always,
    run: async () => (await import("./tasks/my-tasks.tsx")).openMyTasks(),
  },
  {
    id: "waiting",
    title: words.waiting,
    words: words.waitingWords,
    isOffered: always,
    run: async () => (await import("./unsent-drafts.ts")).openUnsentDrafts(),
  },
  {
    id: "go-settings",
    title: words.goSettings,
    words: words.goSettingsWords,
    isOffered: always,
    run: goTo("/settings"),
  },
  {
    id: "go-admin",
    title: words.goAdmin,
    words: words.goAdminWords,
    isOffered: () => sideView()?.isAdmin === true,
    run: goTo("/admin"),
  },
  {
    id: "keys",
    title: words.keys,
    key: "Mod-Alt-/",
    words: words.keysWords,
    isOffered: always,
    run: async () => (await import("./keys-dialog.ts")).openKeys(COMMANDS),
  },
];
