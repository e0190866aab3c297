/**
 * `npm run crossings`: runs the tests in workerd and rewrites the list of statements that use tables of the directory and of a
 * drive. Prints the additions and removals. The exit code is 1 if a test fails.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { capture, quietWrangler, root, vitest } from "./commands.ts";
import { buildWeb } from "./build/web.ts";

const FILE = join(root, "test/cost/crossing-statements.json");

await buildWeb();
// All test files, because statements that a run does not reach are removed from the list.
const args = ["run", "--project", "workers"];
const { code, output } = await capture(vitest, args, { ...quietWrangler, LIST_CROSSINGS: "1" });
const found = [...new Set([...output.matchAll(/^crosses homes: (.+)$/gm)].map(([, name = ""]) => name))].toSorted();
const before = JSON.parse(await readFile(FILE, "utf8")) as string[]; // written below
for (const name of found.filter((each) => !before.includes(each))) console.log(`+ ${name}`);
for (const name of before.filter((each) => !found.includes(each))) console.log(`- ${name}`);
if (code === 0) await writeFile(FILE, `${JSON.stringify(found, null, 2)}\n`);
else console.log(output.split("\n").slice(-40).join("\n"));
console.log(`${found.length} statements use tables of the directory and of a drive.`);
process.exit(code);
