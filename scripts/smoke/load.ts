/** Loads real text: creates folders and documents that mirror the packages, and reads each back. */
import { type Call, type Client, type Credential, LostAnswer, readAnswer } from "./client.ts";
import { ExpectedPage } from "./expected-edits.ts";
import { runPool, sleep } from "./pool.ts";
import type { Folder, Readme } from "./readmes.ts";
import { ensure, requireNone } from "./report.ts";
import { Drive, DrivePages, Page, PageSummaries } from "./shapes.ts";
import { PAGE_TITLE, type MadeFolder, type MadePage, type Tree, type World } from "./world.ts";

const WIDTH = 8;

type Place = Pick<World, "client" | "person" | "drive">;
type NewPage = { title: string; type: "FOLDER" | "DOCUMENT"; parentId: string | null; content?: string };

/** Creates the folders level by level, then the documents in them. */
export async function loadTree(world: World, readmes: readonly Readme[]): Promise<Tree> {
  const folders = new Map<string, MadeFolder>();
  const levels = levelsOf(readmes);
  for (const level of levels) {
    const made = await runPool(level, WIDTH, async ({ folder, parentKey }): Promise<MadeFolder> => {
      const parentId = parentKey === null ? null : (folders.get(parentKey)?.id ?? null);
      const page = await createPage(world, "create folder", { title: folder.title, type: "FOLDER", parentId });
      return { ...folder, id: page.id, parentId };
    });
    for (const folder of made) folders.set(folder.key, folder);
  }
  const pages = await runPool(readmes, WIDTH, async ({ folders: path, text }): Promise<MadePage> => {
    const parent = folders.get(path.at(-1)?.key ?? "");
    ensure(parent !== undefined, "A README is in no folder.");
    const page = await createPage(world, "create document", {
      title: PAGE_TITLE,
      type: "DOCUMENT",
      parentId: parent.id,
      content: text,
    });
    return {
      id: page.id,
      folders: path,
      parentId: parent.id,
      ledger: new ExpectedPage(page.id, toLf(text), world.random),
    };
  });
  return { folders: [...folders.values()], pages };
}

/** Line endings are the only thing that the service changes in a text. */
const toLf = (text: string): string => text.replace(/\r\n?/g, "\n");

type Branch = { readonly folder: Folder; readonly parentKey: string | null };

function levelsOf(readmes: readonly Readme[]): Branch[][] {
  const levels: Map<string, Branch>[] = [];
  for (const { folders } of readmes) {
    folders.forEach((folder, depth) => {
      levels[depth] ??= new Map();
      levels[depth].set(folder.key, { folder, parentKey: folders[depth - 1]?.key ?? null });
    });
  }
  return levels.map((level) => [...level.values()]);
}

/** If the response is lost, checks the parent's children to see whether the page was created. */
async function createPage(place: Place, kind: string, page: NewPage): Promise<Page> {
  const { client, person, drive } = place;
  const json = { driveId: drive.id, ...page };
  const call: Call = { kind, method: "POST", path: "/api/pages", as: person, json };
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await client.send(call);
      if (answer.status !== 503 || attempt === 5) return readAnswer(call, answer, Page, 201);
    } catch (error) {
      if (!(error instanceof LostAnswer) || attempt === 5) throw error;
    }
    await sleep(500 * attempt);
    const made = (await listChildren(place, page.parentId)).find(({ title }) => title === page.title);
    if (made) return client.get({ kind: "get page", method: "GET", path: `/api/pages/${made.id}`, as: person }, Page);
  }
}

/** The pages (without trashed ones) directly under a page, or at the drive's root. */
export async function listChildren(place: Place, parentId: string | null) {
  const { client, person, drive } = place;
  if (parentId !== null) {
    return client.get(
      { kind: "children", method: "GET", path: `/api/pages/${parentId}/children`, as: person },
      PageSummaries,
    );
  }
  const found: (typeof DrivePages)["_output"]["pages"] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const path = `/api/drives/${drive.id}/pages?depth=1${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer: (typeof DrivePages)["_output"] = await client.get(
      { kind: "children", method: "GET", path, as: person },
      DrivePages,
    );
    found.push(...answer.pages);
    cursor = answer.nextCursor;
  }
  return found;
}

/** Every page has the loaded text and the right place. */
export async function checkLoaded(world: World, tree: Tree): Promise<void> {
  const faults: string[] = [];
  await runPool(tree.pages, WIDTH, async ({ id, parentId, ledger }) => {
    const page = await readPage(world.client, world.person, id);
    if (page.content !== ledger.text)
      faults.push(`${ledger.name} was returned changed: ${firstDifference(ledger.text, page.content)}`);
    if (page.parentId !== parentId || page.title !== PAGE_TITLE) faults.push(`${ledger.name} is in a different place.`);
    ledger.noteText(page.revision, page.content);
  });
  await runPool([null, ...tree.folders.map(({ id }) => id)], WIDTH, async (parentId) => {
    const listed = await listChildren(world, parentId);
    const expected = [...tree.folders, ...tree.pages].filter((page) => page.parentId === parentId).map(({ id }) => id);
    if (
      listed
        .map(({ id }) => id)
        .toSorted()
        .join() !== expected.toSorted().join()
    ) {
      faults.push(`${parentId ?? "The root"} lists ${listed.length} children, but ${expected.length} were created.`);
    }
    if (listed.some(({ position }, i) => position < (listed[i - 1]?.position ?? -Infinity)))
      faults.push("Children are not in order.");
  });
  const made = tree.folders.length + tree.pages.length;
  const counted = await readPageCount(world);
  if (counted !== made) faults.push(`The drive counts ${counted} pages, but ${made} were created.`);
  requireNone(faults);
}

export const readPage = (client: Client, as: Credential, id: string): Promise<Page> =>
  client.get({ kind: "get page", method: "GET", path: `/api/pages/${id}`, as }, Page);

export async function readPageCount({ client, person, drive }: Place): Promise<number> {
  return (await client.get({ kind: "drive", method: "GET", path: `/api/drives/${drive.id}`, as: person }, Drive))
    .pageCount;
}

function firstDifference(expected: string, found: string): string {
  const before = expected.split("\n");
  const after = found.split("\n");
  const line = before.findIndex((text, i) => text !== after[i]);
  const at = line === -1 ? before.length : line;
  return `line ${at + 1} was ${JSON.stringify(before[at]?.slice(0, 80))} and is ${JSON.stringify(after[at]?.slice(0, 80))}.`;
}
