/** Commands that work anywhere, some with a key. The palette and the list of keys show them. */
import { words } from "../../../words/commands.ts";
import { always, type Command } from "./command.ts";
import { find } from "../ui/dom.ts";
import { navigate } from "./navigation.ts";
import { PAGE_COMMANDS } from "../page/page-commands.ts";
import { sideView } from "./side.tsx";

const goTo = (id: string, address: string, title: string, more: string, isOffered = always): Command => ({
  id,
  title,
  words: more,
  isOffered,
  run: () => navigate(address),
});

/** Opens a view of the open drive. */
const goInDrive = (id: string, view: string, title: string, more: string): Command => ({
  id,
  title,
  words: more,
  isOffered: () => (sideView()?.drive ?? null) !== null,
  run: () => navigate(`/drives/${sideView()?.drive?.id ?? ""}${view}`),
});

/**
 * Signs out from the settings view, so that leaving the current view first asks about unsaved changes; the user may
 * stay.
 */
async function signOut(): Promise<void> {
  await navigate("/settings");
  find("#main [data-act=sign-out]", HTMLButtonElement)?.click();
}

const isAdmin = (): boolean => sideView()?.isAdmin === true;

export const COMMANDS: readonly Command[] = [
  ...PAGE_COMMANDS,
  {
    id: "switch-drive",
    title: words.switchDrive,
    key: "Mod-Alt-o",
    words: words.switchDriveWords,
    isOffered: always,
    run: async () => (await import("./switcher.tsx")).openDrives(),
  },
  {
    id: "new-drive",
    title: words.newDrive,
    words: words.newDriveWords,
    isOffered: always,
    run: async () => (await import("./switcher.tsx")).openDrives(true),
  },
  goInDrive("go-drive", "", words.goDrive, words.goDriveWords),
  goInDrive("go-trash", "/trash", words.goTrash, words.goTrashWords),
  goInDrive("go-transfers", "/transfers", words.goTransfers, words.goTransfersWords),
  {
    id: "notifications",
    title: words.notifications,
    words: words.notificationsWords,
    isOffered: always,
    run: async () => (await import("../inbox/inbox.tsx")).openInbox(),
  },
  {
    id: "connections",
    title: words.connections,
    words: words.connectionsWords,
    isOffered: always,
    run: async () => (await import("../settings/connections.tsx")).openConnections(),
  },
  {
    id: "my-tasks",
    title: words.myTasks,
    key: "Mod-Alt-y",
    words: words.myTasksWords,
    isOffered: always,
    run: async () => (await import("../tasks/my-tasks.tsx")).openMyTasks(),
  },
  {
    id: "waiting",
    title: words.waiting,
    words: words.waitingWords,
    isOffered: always,
    run: async () => (await import("../offline/unsent-drafts.ts")).openUnsentDrafts(),
  },
  goTo("go-settings", "/settings", words.goSettings, words.goSettingsWords),
  goTo("go-connect", "/settings/connect", words.goConnect, words.goConnectWords),
  goTo("go-admin", "/admin", words.goAdmin, words.goAdminWords, isAdmin),
  goTo("go-users", "/admin/users", words.goUsers, words.goUsersWords, isAdmin),
  goTo("go-audit", "/admin/audit", words.goAudit, words.goAuditWords, isAdmin),
  {
    id: "keys",
    title: words.keys,
    key: "Mod-Alt-/",
    words: words.keysWords,
    isOffered: always,
    run: async () => (await import("./keys-dialog.ts")).openKeys(COMMANDS),
  },
  { id: "sign-out", title: words.signOut, words: words.signOutWords, isOffered: always, run: signOut },
];
