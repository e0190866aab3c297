/** Places that must not contain secrets after a visit: the console output, the audit log and the database. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { d1 } from "../support/d1.ts";

const LEVELS = ["debug", "log", "info", "warn", "error"] as const;

/** Captures the console until `stop`, which returns the output as text. */
export function listenToConsole(): { readonly stop: () => string } {
  const printed: unknown[][] = [];
  const spies = LEVELS.map((level) =>
    vi.spyOn(console, level).mockImplementation((...words) => void printed.push(words)),
  );
  return {
    stop() {
      for (const spy of spies) spy.mockRestore();
      return JSON.stringify(printed.map((words) => words.map(String)));
    },
  };
}

/** All rows of all tables, as text. */
export async function dumpDatabase(): Promise<string> {
  const tables =
    await d1`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'`.all<{
      name: string;
    }>();
  const rows = await Promise.all(tables.results.map(({ name }) => env.DB.prepare(`select * from "${name}"`).all()));
  return JSON.stringify(rows.map(({ results }) => results));
}

export async function exportAuditLog(): Promise<string> {
  const chain = env.AUDIT_LOG.getByName("0");
  while ((await chain.drain()).more);
  let text = "";
  for (let next: number | null = 0; next !== null;) {
    const page: { text: string; next: number | null } = await chain.export(next, 1_000);
    text += page.text;
    next = page.next;
  }
  return text;
}

/** A database that fails with these words in its error, like one that quotes its input. */
export const quoting = (words: string): object => ({
  DB: {
    prepare: () => {
      throw new Error(`D1_ERROR near the value ${words}`);
    },
  },
});

/** The secrets found, as "secret in place"; a secret that is too short to search for counts as found. */
export const findSecrets = (
  secrets: Readonly<Record<string, string>>,
  places: Readonly<Record<string, string>>,
  shortest = 16,
): string[] =>
  Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => secret.length < shortest || text.includes(secret))
      .map(([name]) => `${name} in ${place}`),
  );
