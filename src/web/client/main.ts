/** Where the browser's part begins: each view of the page starts its own behaviour. */
import { startAdmin } from "./admin.ts";
import { startDrive, startTrash } from "./drive.ts";
import { find } from "./dom.ts";
import { startPage } from "./page.ts";
import { startPasskeys } from "./passkeys.ts";
import { startSettings } from "./settings.ts";
import { startSignIn } from "./signin.ts";
import { startSidebar } from "./tree.ts";

const VIEWS = {
  signin: startSignIn,
  drive: startDrive,
  trash: startTrash,
  page: startPage,
  settings: startSettings,
  passkeys: startPasskeys,
  admin: startAdmin,
} as const;

try {
  const side = find("#side", HTMLElement);
  if (side) startSidebar(side);
  for (const [name, start] of Object.entries(VIEWS)) {
    const view = find(`[data-view="${name}"]`, HTMLElement);
    if (view) start(view);
  }
} finally {
  // What people did until now has been waiting.
  document.dispatchEvent(new Event("octavo:ready"));
}
