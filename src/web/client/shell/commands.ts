/** Commands that work anywhere, some with a key. The palette and the list of keys show them. */
import { words } from "../../../words/commands.ts";
import type { IconName } from "../../shared/icon-names.ts";
import type { Command } from "./command.ts";
import { find } from "../ui/dom.ts";
import { navigate } from "./navigation.ts";
import { PAGE_COMMANDS } from "../page/page-commands.ts";
import { sideView } from "./side.tsx";

const goTo = (id: string, icon: IconName, address: string, label: string, keywords: string): Command => ({
  id,
  icon,
  label: () => label,
  keywords: [keywords],
  run: () => navigate(address),
});

/** Opens a view of the open drive. */
const goInDrive = (id: string, icon: IconName, view: string, label: string, keywords: string): Command => ({
  id,
  icon,
  label: () => label,
  keywords: [keywords],
  when: () => (sideView()?.drive ?? null) !== null,
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

const forAdmins = (command: Command): Command => ({ ...command, when: () => sideView()?.isAdmin === true });

export const COMMANDS: readonly Command[] = [
  ...PAGE_COMMANDS,
  {
    id: "switch-drive",
    icon: "library",
    label: () => words.switchDrive,
    key: "Mod-Alt-o",
    keywords: [words.switchDriveWords],
    run: async () => (await import("./switcher.tsx")).openDrives(),
  },
  {
    id: "new-drive",
    icon: "plus",
    label: () => words.newDrive,
    keywords: [words.newDriveWords],
    run: async () => (await import("./switcher.tsx")).openDrives(true),
  },
  {
    id: "sidebar",
    icon: "panel-left",
    label: () => words.sidebar,
    key: "Mod-Alt-b",
    keywords: [words.sidebarWords],
    run: async () => (await import("./side-size.ts")).toggleSide(),
  },
  goInDrive("go-drive", "library", "", words.goDrive, words.goDriveWords),
  goInDrive("go-trash", "trash", "/trash", words.goTrash, words.goTrashWords),
  goInDrive("go-transfers", "arrow-down-up", "/transfers", words.goTransfers, words.goTransfersWords),
  goTo("notifications", "inbox", "/inbox", words.notifications, words.notificationsWords),
  {
    id: "connections",
    icon: "users",
    label: () => words.connections,
    keywords: [words.connectionsWords],
    run: async () => (await import("../settings/connections.tsx")).openConnections(),
  },
  { ...goTo("my-tasks", "list-checks", "/tasks", words.myTasks, words.myTasksWords), key: "Mod-Alt-y" },
  {
    id: "waiting",
    icon: "clock",
    label: () => words.waiting,
    keywords: [words.waitingWords],
    run: async () => (await import("../offline/unsent-drafts.tsx")).openUnsentDrafts(),
  },
  goTo("go-settings", "settings", "/settings", words.goSettings, words.goSettingsWords),
  goTo("go-connect", "link", "/settings/connect", words.goConnect, words.goConnectWords),
  forAdmins(goTo("go-admin", "shield", "/admin", words.goAdmin, words.goAdminWords)),
  forAdmins(goTo("go-users", "users", "/admin/users", words.goUsers, words.goUsersWords)),
  forAdmins(goTo("go-audit", "book-open", "/admin/audit", words.goAudit, words.goAuditWords)),
  {
    id: "keys",
    icon: "keyboard",
    label: () => words.keys,
    key: "Mod-Alt-/",
    keywords: [words.keysWords],
    run: async () => (await import("./keys-dialog.tsx")).openKeys(COMMANDS),
  },
  { id: "sign-out", icon: "log-out", label: () => words.signOut, keywords: [words.signOutWords], run: signOut },
];
