/** The frame of the signed-in pages: the side with drives and tree, and the view beside it. */
import type { Child } from "hono/jsx";
import { CREATABLE, KINDS } from "../client/page-kinds.ts";
import type { DriveView, Shell, TreeNode } from "../shell.ts";
import { Layout, LiveRegions, Wordmark } from "./layout.tsx";

type Frame = { title: string; shell: Shell; here: "drive" | "page" | "trash" | "settings" | "admin"; children?: Child };

export const ShellPage = ({ title, shell, here, children }: Frame) => (
  <Layout title={title}>
    <a class="skip" href="#main">
      Skip to the page
    </a>
    <div class="shell">
      <header class="bar">
        <button type="button" class="quiet" popovertarget="side">
          Menu
        </button>
        <Wordmark href="/" />
      </header>
      <div id="side" class="side" popover="auto">
        <Wordmark href="/" />
        <Drives shell={shell} />
        {shell.drive && <Tree shell={shell} drive={shell.drive} here={here} />}
        <nav class="side-foot" aria-label="Account">
          {shell.drive && (
            <a href={`/drives/${shell.drive.id}/trash`} aria-current={here === "trash" ? "page" : undefined}>
              Trash
            </a>
          )}
          <a href="/settings" aria-current={here === "settings" ? "page" : undefined}>
            Settings
          </a>
          {shell.user.role === "admin" && (
            <a href="/admin" aria-current={here === "admin" ? "page" : undefined}>
              Administration
            </a>
          )}
          <span class="muted clip">{shell.user.email}</span>
        </nav>
      </div>
      <main id="main" class="main">
        {children}
      </main>
    </div>
    {shell.drive && mayCreate(shell.drive) && <NewPage shell={shell} drive={shell.drive} />}
  </Layout>
);

export const mayCreate = (drive: DriveView): boolean => drive.role !== "member";

const Drives = ({ shell }: { shell: Shell }) => (
  <details class="drives">
    <summary>
      <span class="hidden">Drive: </span>
      <span class="clip">{shell.drive?.name ?? "Drives"}</span>
    </summary>
    <ul>
      {shell.drives.map((drive) => (
        <li>
          <a href={`/drives/${drive.id}`} aria-current={drive.id === shell.drive?.id ? "true" : undefined}>
            {drive.name}
          </a>
        </li>
      ))}
    </ul>
    <form class="row" data-new-drive>
      <label class="hidden" for="new-drive">
        Name of a new drive
      </label>
      <input id="new-drive" name="name" placeholder="New drive" required maxlength={100} autocomplete="off" />
      <button type="submit" class="quiet">
        Add
      </button>
    </form>
  </details>
);

const Tree = ({ shell, drive, here }: { shell: Shell; drive: DriveView; here: Frame["here"] }) => (
  <nav class="tree-nav" aria-label={`Pages of ${drive.name}`}>
    <p class="tree-head">
      <a href={`/drives/${drive.id}`} aria-current={here === "drive" ? "page" : undefined}>
        Pages
      </a>
      {mayCreate(drive) && (
        <button type="button" class="quiet" data-open-new-page>
          New page
        </button>
      )}
    </p>
    <ul class="tree">
      {shell.tree.map((node) => (
        <TreeItem node={node} current={shell.pageId} />
      ))}
      {shell.treeCursor !== null && (
        <li>
          <button type="button" class="quiet" data-more data-drive={drive.id} data-cursor={shell.treeCursor}>
            More pages
          </button>
        </li>
      )}
    </ul>
  </nav>
);

const TreeItem = ({ node, current }: { node: TreeNode; current: string | null }) => (
  <li data-page={node.id}>
    <div class="tree-row">
      {node.hasChildren && (
        <button
          type="button"
          class="twist"
          data-twist
          aria-expanded={node.below ? "true" : "false"}
          aria-label={`Pages under ${node.title}`}
        ></button>
      )}
      <a href={`/pages/${node.id}`} aria-current={node.id === current ? "page" : undefined}>
        <span class="glyph" aria-hidden="true">
          {KINDS[node.type].glyph}
        </span>
        <span class="hidden">{KINDS[node.type].label}: </span>
        {node.id === current ? <span data-current-title>{node.title}</span> : <span>{node.title}</span>}
      </a>
    </div>
    {node.below && (
      <ul>
        {node.below.map((child) => (
          <TreeItem node={child} current={current} />
        ))}
      </ul>
    )}
  </li>
);

const NewPage = ({ shell, drive }: { shell: Shell; drive: DriveView }) => (
  <dialog data-new-page aria-labelledby="new-page-title">
    <header>
      <h2 id="new-page-title">New page</h2>
      <button type="button" class="quiet" data-close>
        Close
      </button>
    </header>
    <form class="stack dialog-body" data-drive={drive.id}>
      <label for="new-title">Title</label>
      <input id="new-title" name="title" required maxlength={255} autocomplete="off" autofocus />
      <label for="new-type">Type</label>
      <select id="new-type" name="type">
        {CREATABLE.map((type) => (
          <option value={type}>{KINDS[type].label}</option>
        ))}
      </select>
      <label for="new-place">Place</label>
      <select id="new-place" name="parentId">
        <option value="">At the top of {drive.name}</option>
        {shell.pageId !== null && (
          <option value={shell.pageId} selected={shell.pageType === "FOLDER"}>
            Under this page
          </option>
        )}
      </select>
      <p class="actions">
        <button type="submit">Create</button>
      </p>
    </form>
    <LiveRegions />
  </dialog>
);
