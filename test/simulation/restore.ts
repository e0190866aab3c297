/** The main database is restored to an earlier time (Time Travel), and the operators do what docs/operations.md asks of them. */
import { EMPTY_INDEX, MARK_ALL_PAGES } from "../../src/features/search/rebuild-statements.ts";
import type { Play } from "./client.ts";
import { wordsIn, type Kept } from "./ledger.ts";
import { addSession, addToken, USERS } from "./people.ts";

/** Rooms, the audit log, the bucket, the queues and the search database stay as they are. */
export function restore({ world, ledger, live }: Play, kept: Kept): void {
  const purged = [...kept.model.pages.keys()].filter((id) => !ledger.model.pages.has(id));
  world.main.restore();
  ledger.rewind(kept);
  ledger.isRestored = true;
  // The text that only the room of a purged page had is gone.
  for (const page of purged) {
    const [row] = world.rows<{ content: string }>("select content from page_contents where page_id = ?", page);
    const words = new Set(wordsIn(row?.content ?? ""));
    for (const [name, word] of ledger.words)
      if (word.page === page && word.state === "yes" && !words.has(name)) word.state = "any";
  }
  endCredentials({ world, ledger });
  // A tool does not change its token while it has a page open.
  for (const page of live.open.values()) if (page.isTool) void live.close(page);
  for (const statement of EMPTY_INDEX) world.search.sqlite.run(statement);
  world.rows(MARK_ALL_PAGES);
  ledger.log.push(`${world.engine.now % 1_000_000_000} the main database is restored`);
}

/** All sessions and tokens end, and everybody signs in again. */
function endCredentials({ world, ledger }: Pick<Play, "world" | "ledger">): void {
  const { sessions, tokens } = ledger.start;
  world.rows("update users set epoch = epoch + 1");
  world.rows("update mcp_tokens set revoked_at = ? where revoked_at is null", world.engine.now);
  for (const raw of [
    ...ledger.ended.keys(),
    ...[sessions, tokens].flatMap((all) => [...all.values()].map((each) => each.raw)),
  ])
    // oxfmt-ignore
    ledger.ended.set(raw, "yes");
  world.as(RESTORATION, () => {
    for (const user of USERS) {
      sessions.set(user, addSession(world, user, `session-${user}-again`));
      tokens.set(user, addToken(world, user, `token-${user}-again`));
    }
  });
}

/** Draws random values of its own. */
const RESTORATION = 950_000;
