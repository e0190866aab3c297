/** The frame of signed-in pages: the sidebar with drives and tree, and the view next to it. */
import type { ComponentChildren } from "preact";
import { IconButton } from "../shared/icons.tsx";
import { Bar } from "../shared/sidebar/bar.tsx";
import { type ViewKind, Side, type SideView } from "../shared/sidebar/side.tsx";
import { NO_QUICK_PAGES } from "../shared/sidebar/quick-access.tsx";
import { SIDE_WIDTH } from "../shared/sidebar/side-width.ts";
import { printLevel, readTree, rowsOf, TOP } from "../shared/sidebar/tree.ts";
import { toSharedPages } from "../shared/sidebar/shared.tsx";
import { firstState } from "../shared/sidebar/tree-view.tsx";
import type { DriveView, Shell } from "./load-shell.ts";
import { tabTitle } from "../shared/tab-title.ts";
import { Layout, Preloads, rootAttributes, scripts } from "./layout.tsx";
import { words } from "../../words/frame.ts";

type Frame = {
  title: string;
  /** The emoji of an open page. */
  icon?: string | null;
  shell: Shell;
  here: ViewKind;
  /** Modules that this page needs in addition to those of its view, and those it needs once interactive. */
  modules?: readonly string[];
  later?: readonly string[];
  children?: ComponentChildren;
};

/** The modules of each view. */
const MODULES: Readonly<Record<ViewKind, readonly string[]>> = {
  inbox: ["client/list-detail/views", "client/inbox/inbox"],
  tasks: ["client/list-detail/views", "client/tasks/my-tasks"],
  drive: ["client/drive/drive"],
  shared: [],
  page: ["client/page/page"],
  trash: ["client/drive/trash"],
  settings: ["client/settings/settings", "client/sign-in/passkeys"],
  connect: ["client/settings/connect"],
  admin: ["client/admin/admin"],
  problem: [],
};

const modulesOf = ({ here, modules = [] }: Frame): readonly string[] => [...MODULES[here], ...modules];

/** The whole page, or the part that in-app navigation inserts. */
export const ShellPage = (frame: Frame) => (frame.shell.isPart ? <Part {...frame} /> : <Whole {...frame} />);

const Whole = (frame: Frame) => {
  const side = sideOf(frame);
  const state = firstState(readTree(side.levels), side.pageId);
  return (
    <Layout
      title={frame.title}
      icon={frame.icon ?? null}
      styleNonce={frame.shell.styleNonce}
      modules={["client/shell/shell", ...modulesOf(frame)]}
      later={frame.later ?? []}
    >
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <div class="shell">
        <aside
          id="side"
          class="stack side"
          aria-label={words.workspace}
          popover="auto"
          data-side={JSON.stringify(side)}
        >
          <Side view={side} state={state} rows={rowsOf(state.tree)} places={NO_QUICK_PAGES} />
        </aside>
        {/* Outside the sidebar, which can be hidden. */}
        <section class="side-controls" aria-label={words.sidebar}>
          <IconButton
            icon="panel-left"
            class="quiet icon-only side-toggle"
            label={words.sidebar}
            title={words.sidebarHint}
            data-toggle-side
            aria-controls="side"
            aria-expanded="true"
            aria-keyshortcuts="Control+Alt+B Meta+Alt+B"
          />
          <div
            class="side-edge"
            role="separator"
            aria-label={words.resizeSidebar}
            aria-orientation="vertical"
            aria-controls="side"
            aria-valuemin={SIDE_WIDTH.min}
            aria-valuemax={SIDE_WIDTH.max}
            aria-valuenow={SIDE_WIDTH.usual}
            tabIndex={0}
          />
        </section>
        <Main {...frame} />
        <Bar makes={frame.shell.drive !== null && mayCreate(frame.shell.drive)} here={frame.here} />
      </div>
    </Layout>
  );
};

const Part = (frame: Frame) => (
  <html {...rootAttributes()}>
    <head>
      <title>{tabTitle(frame.title, frame.icon)}</title>
      <Preloads modules={modulesOf(frame)} later={frame.later ?? []} />
    </head>
    <body>
      <Main {...frame} />
    </body>
  </html>
);

/** Its data attributes tell the sidebar about the view, and which script it belongs to. */
const Main = ({ shell, here, children }: Frame) => (
  <main
    id="main"
    class="main"
    data-client={scripts().main[0]}
    data-here={here}
    data-drive={shell.drive?.id}
    data-page={shell.pageId ?? undefined}
    data-page-type={shell.pageType ?? undefined}
    data-path={shell.path.join(" ") || undefined}
  >
    {children}
  </main>
);

export const mayCreate = (drive: DriveView): boolean => drive.role !== "member";

const sideOf = ({ shell, here }: Frame): SideView => ({
  here,
  driveId: shell.drive?.id ?? null,
  pageId: shell.pageId,
  pageType: shell.pageType,
  userId: shell.user.id,
  email: shell.user.email,
  name: shell.user.name,
  image: shell.user.image,
  isAdmin: shell.user.role === "admin",
  drives: shell.drives.map(({ id, name, role }) => ({ id, name, isOwn: role === "owner" })),
  drive: shell.drive && { id: shell.drive.id, name: shell.drive.name, mayCreate: mayCreate(shell.drive) },
  shared: toSharedPages(shell.shared),
  levels: shell.levels
    .filter(({ parentId, pages }) => parentId === null || pages.length > 0)
    .map(({ parentId, pages, nextCursor }) => printLevel(parentId ?? TOP, { pages, cursor: nextCursor })),
  unread: null,
});
