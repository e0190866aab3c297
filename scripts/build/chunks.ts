/**
 * Groups the browser's modules into chunks. Modules that are always loaded together compress better in one file, and need
 * only one request.
 */
import { join } from "node:path";
import type { Rolldown } from "vite";
import { root } from "../commands.ts";
import { isRest } from "./split-library.ts";

const module = (path: string): string => join(root, "src", path);

export const MAIN = module("web/client/main.ts");
const SIGN_IN = module("web/client/sign-in/sign-in.ts");
const SHELL = module("web/client/shell/shell.ts");
const PAGE = module("web/client/page/page.ts");
const CODE = module("web/client/editor/code-editor.ts");
const DOCUMENT = module("web/client/editor/document-editor.ts");
const SETTINGS = module("web/client/settings/settings.ts");
/**
 * A one-line module used by everything that formats numbers and dates: in the editor's chunk, it would pull in the
 * editor.
 */
const LANGUAGE = module("words/language.ts");
const HUB = module("live-client/hub.ts");
const HUB_SOCKET = module("web/client/live/connection.ts");
/** Used by the connections of chats: in the live chunk, it would pull in Yjs. */
const MESSAGE_KINDS = module("realtime/message-kinds.ts");
const LIVE = module("web/client/live/live-document.tsx");
/** Used by the tree for pages with unsaved edits: in the live chunk, it would pull in the editor. */
const DATABASE = module("web/client/live/database.ts");

/** Modules that a document page loads before its live connection is open. */
export const UNTIL_LIVE = [DOCUMENT, LIVE];

/** Libraries of which a document should only wait for the parts it uses. */
export const CODEMIRROR =
  /node_modules\/(?:@codemirror\/(?:state|view|language|commands)|@lezer\/(?:common|highlight|markdown))\//;

/** Only used, through CodeMirror's language package, by line-based languages. */
const STREAMS = /node_modules\/@codemirror\/streamparser\//;

const LIBRARIES: readonly (readonly [string, RegExp])[] = [
  ["preact", /node_modules\/(?:preact|@preact)\//],
  ["codemirror", CODEMIRROR],
  ["codemirror", /node_modules\/(?:@marijn|style-mod|w3c-keyname|crelt)\//],
  ["hub", /node_modules\/lib0\/(?:observable|map|set|array)\.js$/],
  ["yjs", /node_modules\/(?:yjs|lib0|y-protocols)\//],
];

/** Small lists that their views and the dialog of all keys show: a chunk for each would be larger. */
const KEY_LISTS = /\/client\/(?:ui\/listed-keys|(?:palette|sheet|tasks)\/key-list)\.ts$/;

/** Parts of messages that comments have as well: a chunk for each would be larger. */
const MESSAGE_PARTS =
  /\/(?:client\/conversation\/(?:composer|attachments|message-tools|reaction-picker)|shared\/conversation\/reactions)\.tsx$/;

/** Returns a predicate for modules that are in `entries` or statically imported by them. */
function within(...entries: readonly string[]) {
  let found: Set<string> | null = null;
  return (id: string, context: Rolldown.ChunkingContext): boolean => {
    if (found === null) {
      found = new Set(entries);
      // Iterating over a set includes elements added during the iteration.
      for (const each of found) for (const next of context.getModuleInfo(each)?.importedIds ?? []) found.add(next);
    }
    return found.has(id);
  };
}

const GROUPS = [
  "preact",
  "codemirror",
  "base",
  "shell",
  "hub",
  "yjs",
  "editor",
  "document",
  "live",
  "key-lists",
  "message-parts",
];

/** For a single build, since the groups cache what they find. */
export function groupChunks(): Rolldown.CodeSplittingOptions {
  const [everywhere, signIn, shell, page] = [within(MAIN), within(SIGN_IN), within(SHELL), within(PAGE)];
  const [code, written, settings] = [within(CODE), within(DOCUMENT), within(SETTINGS)];
  const [hub, live] = [within(HUB, HUB_SOCKET, MESSAGE_KINDS), within(LIVE)];
  const nameOf: Rolldown.CodeSplittingNameFunction = (id, context) => {
    if (id === MAIN || id === SIGN_IN || isRest(id) || STREAMS.test(id)) return null;
    const library = LIBRARIES.find(([, test]) => test.test(id));
    if (library) return library[0];
    const is = (test: ReturnType<typeof within>): boolean => test(id, context);
    if (id === LANGUAGE || is(everywhere) || (is(signIn) && (is(shell) || is(page)))) return "base";
    if (is(shell) || is(page)) return "shell";
    if (is(written)) return is(code) ? "editor" : "document";
    if (is(hub) || id === DATABASE || (is(live) && is(settings))) return "hub";
    if (KEY_LISTS.test(id)) return "key-lists";
    if (MESSAGE_PARTS.test(id)) return "message-parts";
    return is(live) ? "live" : null;
  };
  // A group also includes what its modules import, unless an earlier group does.
  return {
    groups: GROUPS.map((group) => ({
      debugName: group,
      name: (id, context) => (nameOf(id, context) === group ? group : null),
    })),
  };
}
