/** The views by name, each loaded when it is first shown. */
import type { PageType } from "../../kernel/page-type.ts";
import type { PageParts } from "./page/page.ts";
import type { ShownView, StartView, View } from "./view.ts";

/** `import()` resolves in a separate task even for a loaded module, and a frame would be drawn before it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/** By the `data-view` of the view's element. */
const VIEWS: Readonly<Record<string, (root: HTMLElement) => Promise<StartView>>> = {
  signin: once(async () => (await import("./sign-in/sign-in.ts")).startSignIn),
  inbox: once(async () => (await import("./list-detail/views.ts")).loadInbox()),
  "my-tasks": once(async () => (await import("./list-detail/views.ts")).loadMyTasks()),
  drive: once(async () => (await import("./drive/drive.ts")).startDrive),
  transfers: once(async () => (await import("./transfers/transfers.tsx")).startTransfers),
  "first-run": once(async () => (await import("./drive/first-run.ts")).startFirstRun),
  trash: once(async () => (await import("./drive/trash.ts")).startTrash),
  page: loadPage,
  ask: once(async () => (await import("./sharing/request-access.ts")).startRequestAccess),
  settings: once(async () => (await import("./settings/settings.ts")).startSettings),
  connect: once(async () => (await import("./settings/connect.tsx")).startConnect),
  passkeys: once(async () => (await import("./sign-in/passkeys.ts")).startPasskeys),
  admin: once(async () => (await import("./admin/admin.tsx")).startAdmin),
};

const loadAnyPage = once(() => import("./page/page.ts"));
const loadConversation = once(() => import("./conversation/conversation.tsx"));

type LoadParts = (() => Promise<PageParts>) | null;

/** What a page needs besides its text, whose editor is loaded separately. `VIEWS` in `views/text-body.tsx` announces it. */
const PARTS: Readonly<Record<string, LoadParts>> = {
  DOCUMENT: null,
  FOLDER: once(() => import("./folder/start.ts")),
  TASK_LIST: once(() => import("./tasks/view.ts")),
  SHEET: once(() => import("./sheet/view.ts")),
  CODE: null,
  CANVAS: once(() => import("./page/canvas.ts")),
  CHANNEL: loadConversation,
  AI_CHAT: loadConversation,
  FILE: once(() => import("./files/file.ts")),
} satisfies Record<PageType, LoadParts>;

async function loadPage(root: HTMLElement): Promise<StartView> {
  const [{ startPage }, parts] = await Promise.all([loadAnyPage(), PARTS[root.dataset["type"] ?? ""]?.()]);
  return (shown, signal) => startPage(shown, signal, parts ?? {});
}

/** Loads the views inside `main`, which need not be visible yet; the returned function starts them. */
export async function loadViews(main: HTMLElement): Promise<() => ShownView> {
  const roots = [...main.querySelectorAll<HTMLElement>("[data-view]")];
  if (main.matches("[data-view]")) roots.unshift(main);
  const [loaded] = await Promise.all([
    Promise.all(roots.map(async (root) => ({ root, start: await VIEWS[root.dataset["view"] ?? ""]?.(root) }))),
    loadStyles(main),
  ]);
  return () => startViews(loaded);
}

/** A view that is not visible yet would be drawn without its own style sheet at first. */
async function loadStyles(main: HTMLElement): Promise<void> {
  if (main.isConnected) return;
  for (const link of main.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (document.head.querySelector(`link[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`)) continue;
    const { promise, resolve, reject } = Promise.withResolvers<Event>();
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
    document.head.append(link);
    await promise;
  }
}

function startViews(loaded: readonly { root: HTMLElement; start: StartView | undefined }[]): ShownView {
  const ending = new AbortController();
  const views: View[] = [];
  for (const { root, start } of loaded) {
    try {
      const view = start?.(root, ending.signal);
      if (view) views.push(view);
    } catch (error) {
      // The other views of the page still work.
      reportError(error);
    }
  }
  const refresh = views.find((view) => view.refresh)?.refresh;
  return {
    async flush() {
      for (const view of views) if (view.flush && !(await view.flush())) return false;
      return true;
    },
    saveState: () => views.map((view) => view.saveState?.()),
    restoreState(states) {
      if (Array.isArray(states)) for (const [at, view] of views.entries()) view.restoreState?.(states[at]);
    },
    ...(refresh && { refresh }),
    end: () => ending.abort(),
  };
}
