/**
 * Exercises the product's main features with real text on any deployment, and checks the results.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../commands.ts";
import { checkCycles, checkMoves, checkTrash } from "../page-tree.ts";
import { checkAudit, refuseAudit } from "../audit.ts";
import { checkCredentialKinds, checkOtherToken, checkPaths, checkRights, checkAnonymous } from "../boundaries.ts";
import { logOut, removeDrives, revokeTokens, type Remains } from "../clean-up.ts";
import { checkRestore, checkVersions } from "../history.ts";
import { checkLoaded, loadTree, readPage } from "../load.ts";
import { runPool } from "../pool.ts";
import { makeRandom } from "../random.ts";
import { findReadmes } from "../readmes.ts";
import { ensure, type Report, requireNone } from "../report.ts";
import { DocumentAnswer } from "../shapes.ts";
import { checkLists, makeDrive, makeToken, readUser, signIn } from "../sign-in.ts";
import { bearer, type MadePage, type Tree, type Smoke, type World } from "../world.ts";
import { runWriters } from "../writers.ts";

/** Data that this smoke run has created so far, so that it can be deleted even if the run fails. */
type Progress = { remains: Remains | null; pages: readonly MadePage[] };

async function enter({ options, client, report }: Smoke, progress: Progress): Promise<World | null> {
  const person = await report.check("1 signs in", () => signIn(client, options));
  if (person === null) return null;
  const remains: Remains = { client, person };
  progress.remains = remains;
  const user = await report.check("1 is who signed in", async (say) => {
    const found = await readUser(client, person);
    ensure(options.session !== null || found.email === options.email, `Signed in as ${found.email}.`);
    say(`${found.email}, ${found.role}`);
    return found;
  });
  const made = await report.check("2 makes drives and scoped tokens", async () => {
    const drive = (remains.drive = await makeDrive(client, person, `Smoke ${options.seed}`));
    const otherDrive = (remains.otherDrive = await makeDrive(client, person, `Smoke ${options.seed} beside`));
    const token = (remains.token = await makeToken(client, person, "smoke", drive));
    remains.tool = bearer(token.token);
    const otherToken = (remains.otherToken = await makeToken(client, person, "smoke beside", otherDrive));
    return { drive, otherDrive, token, otherToken, tool: remains.tool };
  });
  if (user === null || made === null) return null;
  await report.check("2 lists them", () => checkLists({ client, person, ...made }));
  return { options, client, report, random: makeRandom(options.seed), person, user, ...made };
}

async function load(world: World): Promise<Tree | null> {
  const { report, options } = world;
  const readmes = await findReadmes(join(root, "node_modules"), options.pages);
  const tree = await report.check("3 loads the README files of all packages", async (say) => {
    const made = await loadTree(world, readmes);
    const bytes = readmes.reduce((sum, readme) => sum + readme.bytes, 0);
    say(`${made.pages.length} documents, ${made.folders.length} folders, ${bytes} bytes`);
    return made;
  });
  if (tree) await report.check("3 reads them back byte for byte", () => checkLoaded(world, tree));
  return tree;
}

async function write(world: World, tree: Tree): Promise<readonly MadePage[]> {
  const { report, options } = world;
  const done = await report.check(
    `4 edits with ${options.workers} tools and ${options.workers} people at once`,
    async (say) => {
      const tallies = await runWriters(world, tree.pages);
      const { edits, merges, conflicts, lost, unchanged } = tallies;
      say(`${edits} edits, ${merges} merged, ${conflicts} conflicts, ${unchanged} without effect, ${lost} unanswered`);
      ensure(merges > 0, "No edits overlapped: there was nothing to merge.");
      return tallies;
    },
  );
  await report.check("4 finds every acknowledged word once and every untouched line in place", async (say) => {
    const faults = await runPool(tree.pages, 8, (page) => judge(world, page));
    const words = tree.pages.reduce((sum, { ledger }) => sum + ledger.wordCount, 0);
    const touched = tree.pages.reduce((sum, { ledger }) => sum + ledger.touchedCount, 0);
    say(`${words} words, ${touched} lines changed or deleted`);
    requireNone(faults.flat());
  });
  return done?.hot ?? [];
}

/** The faults of one page, read through both APIs. */
async function judge({ client, person, tool, options }: World, { id, ledger }: MadePage): Promise<string[]> {
  const page = await readPage(client, person, id);
  const json = { pageId: id, operation: "read" };
  const shown = await client.get(
    { kind: "mcp read", method: "POST", path: "/api/mcp/documents", as: tool, json, isRepeatable: true },
    DocumentAnswer,
  );
  ledger.noteText(page.revision, page.content, ledger.acknowledged);
  ledger.noteText(shown.revision, shown.content, ledger.acknowledged);
  const faults = ledger.faultsOf(page.content);
  if (faults.length > 0 && options.trace !== null) {
    await mkdir(options.trace, { recursive: true });
    const story = { faults, before: ledger.text, writes: ledger.story, after: page.content };
    await writeFile(join(options.trace, `${id}.json`), JSON.stringify(story, null, 1));
  }
  return faults;
}

async function inspect(world: World, tree: Tree, hot: readonly MadePage[]): Promise<void> {
  const { report, user } = world;
  const [page] = hot.length > 0 ? hot : tree.pages;
  ensure(page !== undefined, "No page was made.");
  await report.check("5 names the authors of every version", async (say) => {
    for (const each of hot) say(`${await checkVersions(world, each)} versions`);
  });
  await report.check("5 restores an old version and comes back", () => checkRestore(world, page));
  await report.check("6 trashes a folder and restores it completely", async (say) =>
    say(`${await checkTrash(world, tree)} pages`),
  );
  await report.check("6 moves folders and back", async (say) => say(`${await checkMoves(world, tree)} folders`));
  await report.check("6 refuses cycles", () => checkCycles(world, tree));
  await report.check("7 finds pages mentioned in a text", () => checkPaths(world, tree));
  await report.check("7 knows the caller's rights", () => checkRights(world, page));
  await report.check("7 rejects anonymous callers", async (say) => say(`${await checkAnonymous(world, page)} calls`));
  await report.check("7 hides the pages from a token of another drive", () => checkOtherToken(world, page));
  await report.check("7 accepts no credential of the wrong kind", () => checkCredentialKinds(world, page));
  if (user.role === "admin")
    await report.check("8 verifies the audit log", async (say) => say(`${await checkAudit(world)} entries`));
  else await report.check("8 shows the audit log to admins alone", () => refuseAudit(world));
}

async function cleanUp(report: Report, { remains, pages }: Progress): Promise<void> {
  if (remains === null) return;
  if (remains.drive) await report.check("9 deletes the drives for good", () => removeDrives(remains, pages[0]));
  if (remains.token) await report.check("9 revokes the tokens", () => revokeTokens(remains));
  await report.check("9 logs out", () => logOut(remains));
}

export async function run(smoke: Smoke): Promise<void> {
  const { options, client, report } = smoke;
  const progress: Progress = { remains: null, pages: [] };
  console.log(`Smoke run against ${options.origin}, seed ${options.seed}.`);
  try {
    const world = await enter(smoke, progress);
    const tree = world && (await load(world));
    progress.pages = tree?.pages ?? [];
    if (world && tree) await inspect(world, tree, await write(world, tree));
  } finally {
    if (!options.keep) await cleanUp(report, progress);
  }
  const { limited, unavailable, lost } = client.waits;
  console.log(`waited for limits ${limited} times, repeated ${unavailable} unavailable reads, lost ${lost} answers`);
}
