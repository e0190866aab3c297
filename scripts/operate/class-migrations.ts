/** Migrations of Durable Object classes: a version from before one cannot be deployed after it. */
import { parse } from "smol-toml";
import { root } from "../commands.ts";
import { git } from "../migrations/older-version.ts";

const tagsIn = (toml: string): string[] =>
  // Wrangler validates the file; only the tags are read here.
  ((parse(toml) as { migrations?: { tag: string }[] }).migrations ?? []).map(({ tag }) => tag);

/** Tags in the newer `wrangler.toml` that the older one lacks. */
export function newClassMigrations(older: string, newer: string): string[] {
  const known = new Set(tagsIn(older));
  return tagsIn(newer).filter((tag) => !known.has(tag));
}

/** Compares two versions in git; null if one of them is unknown there. */
export function classMigrationsBetween(older: string, newer: string, repository = root): string[] | null {
  const [before, after] = [older, newer].map((version) => git(repository, "show", `${version}:wrangler.toml`));
  return before && after ? newClassMigrations(before, after) : null;
}
