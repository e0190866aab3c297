/** The Worker carries a part of zod in place of `zod/v4`: the part must contain everything that the AI SDK calls. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as slim from "../../src/models/slim-zod/v4.ts";

const root = join(import.meta.dirname, "../..");
const SDK = [
  "@ai-sdk/provider/dist/index.js",
  "@ai-sdk/provider-utils/dist/index.js",
  "@ai-sdk/openai-compatible/dist/index.js",
  "@ai-sdk/anthropic/dist/internal/index.js",
];
const sources = SDK.map((file) => readFileSync(join(root, "node_modules", file), "utf8"));

test("exports every name that the AI SDK imports from zod/v4", () => {
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/^import \{([^}]*)\} from "zod\/v4";/gm)].flatMap(([, names = ""]) => names.split(",")),
  );
  const names = imported.map((name) => name.trim().split(" as ")[0] ?? "");
  expect(names).toContain("z");
  expect(names.filter((name) => !(name in slim))).toEqual([]);
});

test("has every function of z that the AI SDK calls", () => {
  const called = new Set(sources.flatMap((source) => [...source.matchAll(/\bz\.(\w+)/g)].map(([, name = ""]) => name)));
  expect(called.size).toBeGreaterThan(10);
  expect([...called].filter((name) => !(name in slim.z))).toEqual([]);
});

test("redirects every path of zod that the AI SDK imports", () => {
  const paths = sources.flatMap((source) =>
    [...source.matchAll(/^import .* from "(zod[^"]*)";/gm)].map(([, path = ""]) => path),
  );
  const aliases = readFileSync(join(root, "wrangler.toml"), "utf8");
  expect(paths).toContain("zod/v4");
  expect([...new Set(paths)].filter((path) => !aliases.includes(`\n"${path}" = "`))).toEqual([]);
});
