/** The page tree: trashing a folder and restoring it with its contents, moving pages, and rejecting cycles. */
import { listChildren, readPage, readPageCount } from "./load.ts";
import { runPool } from "./pool.ts";
import { ensure, requireNone } from "./report.ts";
import { Breadcrumbs, Page, RestoredPage, Success } from "./shapes.ts";
import { subtreeIds, type MadeFolder, type Tree, type World } from "./world.ts";

/** The root folder with the most pages; every run has one. */
function largestFolder(tree: Tree): MadeFolder {
  const sizes = tree.folders
    .filter(({ parentId }) => parentId === null)
    .map((folder) => ({ folder, size: subtreeIds(tree, folder).length }));
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  ensure(largest !== undefined, "There is no folder.");
  return largest.folder;
}

/** Returns the number of pages trashed and restored. */
export async function checkTrash(world: World, tree: Tree): Promise<number> {
  const { client, person, tool } = world;
  const folder = largestFolder(tree);
  const ids = subtreeIds(tree, folder);
  const before = new Map((await readAll(world, ids)).map((page) => [page.id, page]));
  const count = await readPageCount(world);
  const path = `/api/pages/${folder.id}`;
  await client.get({ kind: "trash", method: "DELETE", path, as: person, isRepeatable: true }, Success);
  const dropped = count - (await readPageCount(world));
  ensure(dropped === ids.length, `The drive counts ${dropped} pages fewer, but ${ids.length} were trashed.`);
  ensure(!(await listChildren(world, null)).some(({ id }) => id === folder.id), "A trashed folder is still listed.");
  const inside = tree.pages.find(({ id }) => ids.includes(id));
  ensure(inside !== undefined, "The folder contains no document.");
  const edit = { pageId: inside.id, operation: "insert", startLine: 1, content: "written in the trash" };
  const written = await client.send({
    kind: "mcp insert",
    method: "POST",
    path: "/api/mcp/documents",
    as: tool,
    json: edit,
  });
  ensure([404, 409].includes(written.status), `Writing to a page in the trash returned ${written.status}.`);
  const restored = await client.get(
    { kind: "restore", method: "POST", path: `${path}/restore`, as: person },
    RestoredPage,
  );
  ensure(!restored.isTrashed && !restored.restoredToRoot, "The folder was not restored to its place.");
  const again = await readPageCount(world);
  ensure(again === count, `The drive counts ${again} pages after the restore, ${count} before.`);
  const faults = (await readAll(world, ids)).flatMap((page) => {
    const old = before.get(page.id);
    const isSame = old?.content === page.content && old.parentId === page.parentId && !page.isTrashed;
    return isSame && old.children.length === page.children.length
      ? []
      : [`${page.id} (${page.title}) was restored differently.`];
  });
  requireNone(faults);
  return ids.length;
}

const readAll = ({ client, person }: World, ids: readonly string[]): Promise<Page[]> =>
  runPool(ids, 8, (id) => readPage(client, person, id));

async function move(
  { client, person }: World,
  pageId: string,
  parentId: string | null,
  position: number,
): Promise<void> {
  const json = { pageId, parentId, position };
  const moved = await client.get(
    { kind: "move", method: "POST", path: "/api/pages/reorder", as: person, json, isRepeatable: true },
    Page,
  );
  ensure(moved.parentId === parentId && moved.position === position, "A move returned a different place.");
}

/** Moves a few folders under another one and back. Returns their number. */
export async function checkMoves(world: World, tree: Tree): Promise<number> {
  const { client, person } = world;
  const [target, ...others] = tree.folders.filter(({ parentId }) => parentId === null);
  ensure(target !== undefined && others.length > 0, "There are too few folders to move any.");
  const moved = others.slice(0, 5);
  const homes = new Map((await listChildren(world, null)).map(({ id, position }) => [id, position]));
  await runPool(moved, 3, (folder) => move(world, folder.id, target.id, 1_000 + moved.indexOf(folder)));
  const listed = (await listChildren(world, target.id)).map(({ id }) => id);
  ensure(
    listed.slice(-moved.length).join() === moved.map(({ id }) => id).join(),
    "Moved folders are not in the requested order.",
  );
  const [first] = moved;
  const inside = tree.pages.find(({ id }) => first !== undefined && subtreeIds(tree, first).includes(id));
  ensure(first !== undefined && inside !== undefined, "The folder contains no document.");
  const crumbs = await client.get(
    { kind: "breadcrumbs", method: "GET", path: `/api/pages/${inside.id}/breadcrumbs`, as: person },
    Breadcrumbs,
  );
  const ids = crumbs.map(({ id }) => id);
  ensure(
    ids[0] === target.id && ids[1] === first.id && ids.at(-1) === inside.id,
    "The breadcrumbs of a moved page are not updated.",
  );
  for (const folder of moved) await move(world, folder.id, null, homes.get(folder.id) ?? 0);
  return moved.length;
}

/** A folder can be moved neither under itself nor under its descendants. */
export async function checkCycles(world: World, tree: Tree): Promise<void> {
  const { client, person } = world;
  const inner = tree.folders.find(({ parentId }) => parentId !== null);
  const outer = tree.folders.find(({ id }) => id === inner?.parentId) ?? largestFolder(tree);
  const under = [
    outer.id,
    ...(inner ? [inner.id] : []),
    ...tree.pages
      .filter(({ id }) => subtreeIds(tree, outer).includes(id))
      .map(({ id }) => id)
      .slice(0, 1),
  ];
  for (const parentId of under) {
    const json = { pageId: outer.id, parentId, position: 0 };
    await client.refused({ kind: "move", method: "POST", path: "/api/pages/reorder", as: person, json }, 400, "cycle");
  }
  const page = await readPage(client, person, outer.id);
  ensure(page.parentId === outer.parentId, "A rejected move moved the page.");
}
