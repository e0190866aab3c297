/** What happens when something of the palette is chosen. */
import type { AskedWorkspace } from "../../../features/agent-runs/contract.ts";
import { CREATABLE_TYPES } from "../../../kernel/page-type.ts";
import { call, path } from "../api/api.ts";
import { words as messages } from "../../../words/palette.ts";
import { find, need } from "../ui/dom.ts";
import { scrollToMatch } from "../shell/scroll-to-match.ts";
import { makePage } from "../page/make-page.ts";
import { navigate } from "../shell/navigation.ts";
import { sideView } from "../shell/side.tsx";
import { type Entry, needlesOf } from "./entries.ts";
import type { Filter } from "./filters.ts";

export async function act(
  entry: Exclude<Entry, { kind: "filter" }>,
  words: string,
  filter: Filter,
  inNewTab: boolean,
): Promise<void> {
  if (entry.kind === "command") return entry.command.run();
  if (entry.kind === "create") return makeNamed(words, filter);
  if (entry.kind === "find") return findInPage(words);
  if (entry.kind === "ask") return askWorkspace(words);
  if (inNewTab) {
    window.open(entry.address, "_blank", "noopener");
    return;
  }
  await navigate(entry.address);
  if (entry.kind === "passage") scrollToMatch(need("#main", HTMLElement), needlesOf(entry.result));
}

/** At the root of the drive that is open; of the type that is filtered by, else a document. */
async function makeNamed(title: string, { type }: Filter): Promise<void> {
  const driveId = sideView()?.drive?.id;
  if (driveId === undefined) return;
  const wanted = CREATABLE_TYPES.find((each) => each === type?.id) ?? "DOCUMENT";
  const page = await makePage({ driveId, title, type: wanted, parentId: null });
  await navigate(path`/pages/${page.id}` + "#write");
}

/** Posts the question in the user's chat about everything they can see, and opens it. */
async function askWorkspace(question: string): Promise<void> {
  const body = { content: question, title: messages.askTitle };
  const { pageId } = await call<AskedWorkspace>("POST", "/api/ask", body);
  await navigate(path`/pages/${pageId}`);
}

/** By the panel of the editor where there is one. */
async function findInPage(words: string): Promise<void> {
  const main = need("#main", HTMLElement);
  const editor = find("[data-doc] .cm-editor", HTMLElement, main);
  if (editor && (await import("../editor/find/find-words.ts")).findWords(editor, words)) return;
  scrollToMatch(main, [words]);
}
