/** A page's history: authors, old texts, and restoring a version. */
import type { MadePage, World } from "./world.ts";
import { readPage } from "./load.ts";
import { ensure } from "./report.ts";
import { Page, VersionText, Versions } from "./shapes.ts";

type Version = (typeof Versions)["_output"]["versions"][number];

/** All versions of a page, newest first. */
async function listVersions({ client, person }: World, pageId: string): Promise<Version[]> {
  const versions: Version[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const path = `/api/pages/${pageId}/versions?limit=20${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const answer: (typeof Versions)["_output"] = await client.get(
      { kind: "versions", method: "GET", path, as: person },
      Versions,
    );
    versions.push(...answer.versions);
    cursor = answer.nextCursor;
  }
  return versions;
}

const readVersion = async ({ client, person }: World, pageId: string, version: number): Promise<string> => {
  const path = `/api/pages/${pageId}/versions/${version}`;
  return (await client.get({ kind: "version", method: "GET", path, as: person }, VersionText)).content;
};

/**
 * Every version has the right author, tools by their token, and the oldest contains the loaded text. Returns the number
 * of versions.
 */
export async function checkVersions(world: World, { id, ledger }: MadePage): Promise<number> {
  const versions = await listVersions(world, id);
  const numbers = versions.map(({ version }) => version);
  ensure(
    numbers.every((number, i) => number < (numbers[i - 1] ?? Infinity)),
    "The versions are not unique and newest first.",
  );
  ensure(
    versions.every(({ author }) => author?.id === world.user.id),
    "A version does not name the person.",
  );
  for (const { by, revision } of ledger.story) {
    if (by === null || revision === null) continue;
    // A version's number is that of its last revision.
    const version = versions.findLast((each) => each.version >= revision);
    const isToken = version?.token?.id === world.token.id && version.token.name === world.token.name;
    const isRight = by === "tool" ? isToken : version?.token === null;
    ensure(isRight, `Revision ${revision} was made by a ${by}; its version names ${JSON.stringify(version?.token)}.`);
  }
  const oldest = numbers.at(-1) ?? 0;
  ensure((await readVersion(world, id, oldest)) === ledger.text, "The oldest version is not the text that was loaded.");
  const page = await readPage(world.client, world.person, id);
  ensure(page.revision === numbers[0], `The newest version is ${numbers[0]}, the page is at ${page.revision}.`);
  ensure((await readVersion(world, id, page.revision)) === page.content, "The newest version is not the page's text.");
  return versions.length;
}

/** Restores the loaded text, and then the previous text again. */
export async function checkRestore(world: World, { id, ledger }: MadePage): Promise<void> {
  const before = await readPage(world.client, world.person, id);
  const oldest = (await listVersions(world, id)).at(-1)?.version ?? 0;
  await restore(world, id, oldest, ledger.text);
  await restore(world, id, before.revision, before.content);
}

async function restore({ client, person }: World, pageId: string, version: number, text: string): Promise<void> {
  const path = `/api/pages/${pageId}/versions/${version}/restore`;
  const answered = await client.get(
    { kind: "restore version", method: "POST", path, as: person, isRepeatable: true },
    Page,
  );
  ensure(answered.content === text, `Restoring version ${version} returned a different text.`);
  const page = await readPage(client, person, pageId);
  ensure(
    page.content === text && page.revision === answered.revision,
    `Restoring version ${version} left a different text.`,
  );
}
