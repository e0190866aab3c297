/** An upgrade, a rollback and another upgrade on the same data: what each version wrote must remain for the other. */
import { ALREADY_BUILT, npm, root, run } from "../commands.ts";
import { KillableServer } from "../live/killable-server.ts";
import { compare, takeSnapshot, type Snapshot } from "../operate/rehearsal/snapshot.ts";
import { buildWorkspace, signInAll } from "../operate/rehearsal/workspace.ts";

const SIZE = { pages: 6, versions: 3, files: 2, fileBytes: 5_000 };

/** Archives of drives, and texts of versions: other answers may gain fields from one version to the next. */
const KEPT = /^(?:export of|version |file )/;

/** Resolves to 0, or to 1 if something was lost. `older` is a folder with the files of the version before. */
export async function rolledBack(older: string): Promise<number> {
  const built = await Promise.all([older, root].map((folder) => run(npm, ["run", "build:web"], {}, folder)));
  if (built.some((code) => code !== 0)) return 1;
  const server = await KillableServer.create();
  let before: Snapshot = new Map();
  try {
    for (const [what, folder] of [
      ["The version before", older],
      ["After the upgrade", root],
      ["After the rollback", older],
      ["After the second upgrade", root],
    ] as const) {
      await server.start(ALREADY_BUILT, folder);
      const people = await signInAll(server.origin, server.log);
      const found = await takeSnapshot(people, SIZE.pages * 100);
      const lost = compare(before, new Map([...found].filter(([name]) => before.has(name))));
      console.log(`${what}: ${before.size} kept texts are there, ${lost.length} differ.`);
      if (lost.length > 0) {
        console.error(lost.join("\n"));
        return 1;
      }
      await buildWorkspace(people, SIZE);
      const written = await takeSnapshot(people, SIZE.pages * 100);
      before = new Map([...written].filter(([name]) => KEPT.test(name)));
      await server.kill();
    }
    return 0;
  } catch (error) {
    console.error(error, await server.lastLines());
    return 1;
  } finally {
    await server.stop();
  }
}
