/** The HTML pages that gather what concerns the user from all drives: notifications and tasks. */
import { listMuted } from "../../features/mutes/service.ts";
import { listNotifications } from "../../features/notifications/service.ts";
import { routes } from "../../http/route-list.ts";
import { INBOX_BATCH } from "../shared/inbox/inbox-view.tsx";
import { inboxPage } from "./inbox.tsx";
import { lastDrive, loadNavigation, loadShell } from "./load-shell.ts";
import { myTasksPage } from "./my-tasks.tsx";
import { respondWithPage } from "./respond.ts";
import { PAGE } from "./routes.ts";

export const inboxRoutes = routes()
  .add({ ...PAGE, path: "/inbox", operation: "showInbox", summary: "The user's notifications" }, (request) =>
    respondWithPage(request, async (caller) => {
      const { deps } = request;
      const [around, list, muted] = await Promise.all([
        loadNavigation(request, caller),
        listNotifications(deps, caller, { countOnly: false, limit: INBOX_BATCH, offset: 0 }),
        listMuted(deps, caller),
      ]);
      const shell = await loadShell(deps, caller, around, { driveId: lastDrive(around) });
      return () => inboxPage(shell, { list, muted });
    }),
  )
  .add(
    { ...PAGE, path: "/tasks", operation: "showMyTasks", summary: "The user's open tasks from all task lists" },
    (request) =>
      respondWithPage(request, async (caller) => {
        const around = await loadNavigation(request, caller);
        const shell = await loadShell(request.deps, caller, around, { driveId: lastDrive(around) });
        return () => myTasksPage(shell);
      }),
  );
