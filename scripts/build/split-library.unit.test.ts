/** Splitting a library module into two parts at build time. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, type InlineConfig } from "vite";
import { isRest, neededFirst, splitLibraries } from "./split-library.ts";

const LIBRARY = `
let count = 0;
function shared() { return "is shared " + ++count; }
class Early { static plugin() { return shared(); } }
Early.none = new Early();
class Late extends Early { plugin(plugin) { plugin = "comes later"; return plugin + Early.name; } }
for (const name of ["a"]) Early[name] = name;
const unused = () => "nobody asks for this";
export { Early, Late, unused as useless };
`;

let folder = "";
let config: InlineConfig = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "split-library-"));
  await writeFile(join(folder, "library.js"), LIBRARY);
  await writeFile(
    join(folder, "early.js"),
    'import { Early } from "./library.js"; export const begin = () => Early.plugin() + (Early.none instanceof Early); export const more = () => import("./late.js");',
  );
  await writeFile(
    join(folder, "late.js"),
    'import { Early, Late } from "./library.js"; export const end = () => [new Late().plugin(), Late.a, Late.none === Early.none, Early.plugin()];',
  );
  config = { root: folder, configFile: false, publicDir: false, logLevel: "silent" };
});

afterAll(() => rm(folder, { recursive: true }));

test("splits a library into the parts needed first and later, and keeps its behavior", async () => {
  const entry = join(folder, "early.js");
  const needed = await neededFirst(config, [entry], /library\.js$/);
  expect([...needed.values()].map((names) => [...names].toSorted())).toEqual([["Early", "count", "shared"]]);
  const built = await build({
    ...config,
    plugins: [splitLibraries(needed)],
    build: {
      outDir: join(folder, "built"),
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", output: { entryFileNames: "[name].js" } },
    },
  });
  if (!("output" in built)) throw new Error("There is more than one build.");
  const chunks = built.output.filter((file) => file.type === "chunk");
  const begins = chunks.find(({ isEntry }) => isEntry);
  const first = chunks.filter((chunk) => chunk === begins || begins?.imports.includes(chunk.fileName));
  expect(first.map(({ code }) => code).join("")).toContain("is shared");
  expect(first.map(({ code }) => code).join("")).not.toContain("comes later");
  expect(chunks.some(({ moduleIds }) => moduleIds.some(isRest))).toBe(true);
  expect(chunks.map(({ code }) => code).join("")).not.toContain("nobody asks");
  const { begin, more } = (await import(pathToFileURL(join(folder, "built/early.js")).href)) as {
    begin: () => string;
    more: () => Promise<{ end: () => unknown[] }>;
  };
  expect(begin()).toBe("is shared 1true");
  expect((await more()).end()).toEqual(["comes laterEarly", "a", true, "is shared 2"]);
});
