/** The conformance fixtures are not part of any deployed Worker: `npm run bundle` searches the build output for them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("deploys no substitute for the protocol library", () => {
  for (const config of ["wrangler.toml", "queues/parser/wrangler.toml"])
    expect(readFileSync(join(root, config), "utf8"), config).not.toMatch(/modelcontextprotocol|conformance/);
});

test("lists each expected failure of the suite once, by the suite's names", () => {
  for (const revision of ["2026-07-28", "2025-11-25"]) {
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    const expected = [...read(`test/conformance/not-applicable.${revision}.yaml`).matchAll(/^ {2}- (\S+)$/gm)];
    const known = read(`node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
    const names = expected.map(([, name = ""]) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(known).toContain(`- ${name}\n`);
  }
});
