/** Decides what the demo says or calls next, from the conversation alone. */
import type { ModelMessage, ModelRequest } from "../model.ts";
import { listMatches, listOutline, parsePage, pageLink } from "./citations.ts";
import { suggestionFor } from "./suggestions.ts";
import { wishOf, type Target, type Wish } from "./sentences.ts";

/** Either a call of a tool or the final text. */
export type Turn = { readonly call: { readonly name: string; readonly args: object } } | { readonly text: string };

export const PREFIX = "Scripted demo, not a language model.";

const HELP = [
  "I understand a few sentences:",
  "",
  "- outline this page",
  "- find *words*",
  "- add a task *title* to *page*",
  "- create a page about *subject*",
  "- trash *page*",
].join("\n");

type Result = { readonly name: string; readonly content: string; readonly isError: boolean };

/** What the turn can use: the tools on offer, and the results since the question. */
type Scene = {
  readonly wish: Wish;
  readonly tools: ReadonlySet<string>;
  readonly results: readonly Result[];
  /** Texts that describe where the conversation takes place. */
  readonly setting: string;
};

export function nextTurn({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): Turn {
  const question = messages.findLastIndex(({ role }) => role === "user");
  const suggestion = suggestionFor(messages[question]?.content ?? "");
  if (suggestion !== null) return { text: suggestion };
  const scene: Scene = {
    wish: wishOf(messages[question]?.content ?? ""),
    tools: new Set(tools.map(({ name }) => name)),
    results: messages.slice(question + 1).filter(isResult),
    setting: messages
      .slice(0, Math.max(question, 0))
      .filter(({ role }) => role === "system")
      .map(({ content }) => content)
      .join("\n"),
  };
  const turn = decide(scene);
  if ("text" in turn) return { text: `${PREFIX} ${turn.text}` };
  return scene.tools.has(turn.call.name)
    ? turn
    : { text: `${PREFIX} I would need the tool \`${turn.call.name}\`, which is not enabled for this agent.` };
}

const isResult = (message: ModelMessage): message is Extract<ModelMessage, { role: "tool" }> => message.role === "tool";

const call = (name: string, args: object): Turn => ({ call: { name, args } });
const say = (text: string): Turn => ({ text });

function decide(scene: Scene): Turn {
  const failed = scene.results.find(({ isError }) => isError);
  if (failed) return say(`That did not work: ${failed.content.slice(0, 300)}`);
  const { wish } = scene;
  switch (wish.kind) {
    case "help":
      return say(HELP);
    case "find":
      return find(scene, wish.query);
    case "create":
      return create(scene, wish.title);
    case "outline":
      return withPage(scene, wish.page, (id) => {
        const page = parsePage(jsonOf(scene, "fetch"));
        return page ? say(listOutline(page)) : call("fetch", { id });
      });
    case "task":
      return withPage(scene, wish.page, (id) => addTask(scene, wish.title, id));
    case "trash":
      return withPage(scene, wish.page, (id) => trash(scene, id));
  }
}

function find(scene: Scene, query: string): Turn {
  const hits = hitsOf(scene);
  if (hits === null) return call("search", { query });
  const [first] = hits;
  if (!first) return say(`I found nothing for “${query}”.`);
  const page = parsePage(jsonOf(scene, "fetch"));
  if (!page && scene.tools.has("fetch")) return call("fetch", { id: first.id });
  return say([`I found this for “${query}”:`, "", ...listMatches(query, hits, page)].join("\n"));
}

function create(scene: Scene, title: string): Turn {
  const made = jsonOf(scene, "create_pages");
  if (made) {
    const [page] = listIn(made, "pages");
    return say(`I created ${pageLink({ id: textIn(page, "id"), title })}.`);
  }
  const content = `# ${title}\n\nThis page was created by the scripted demo.`;
  const make = (driveId: string): Turn => call("create_pages", { driveId, pages: [{ title, content }] });
  const known = idAfter(scene.setting, "drive");
  if (known !== null) return make(known);
  const drives = jsonOf(scene, "list_drives");
  if (!drives) return call("list_drives", {});
  const id = textIn(listIn(drives, "drives")[0], "id");
  return id === "" ? say("I have access to no drive.") : make(id);
}

function addTask(scene: Scene, title: string, page: string): Turn {
  if (jsonOf(scene, "update_tasks")) return say(`I added the task “${title}” to ${linkTo(scene, page)}.`);
  const read = parsePage(jsonOf(scene, "fetch"));
  if (!read) return call("fetch", { id: page });
  return call("update_tasks", { page, baseRevision: read.revision, add: [{ title }] });
}

function trash(scene: Scene, page: string): Turn {
  const done = jsonOf(scene, "trash_pages");
  if (!done) return call("trash_pages", { pageIds: [page] });
  const title = textIn(listIn(done, "trashed")[0], "title") || page;
  return say(`I moved ${pageLink({ id: page, title })} to the trash. It can be restored from there.`);
}

/** Continues with the page's id, or with a search for its title. */
function withPage(scene: Scene, target: Target, next: (id: string) => Turn): Turn {
  if (target.kind === "reference") return next(target.reference);
  if (target.kind === "this") {
    const id = idAfter(scene.setting, "page");
    return id === null ? say("I do not know which page you mean. Mention it with @, or write its title.") : next(id);
  }
  const hits = hitsOf(scene);
  if (hits === null) return call("search", { query: target.title });
  const wanted = target.title.toLowerCase();
  const hit = hits.find(({ title }) => title.toLowerCase() === wanted) ?? hits[0];
  return hit ? next(hit.id) : say(`I found no page called “${target.title}”.`);
}

function linkTo(scene: Scene, id: string): string {
  const page = parsePage(jsonOf(scene, "fetch"));
  return pageLink({ id: page?.id ?? id, title: page?.title ?? "the page" });
}

function hitsOf(scene: Scene): { id: string; title: string; snippet: string }[] | null {
  const found = jsonOf(scene, "search");
  return (
    found &&
    listIn(found, "results").map((hit) => ({
      id: textIn(hit, "id"),
      title: textIn(hit, "title"),
      snippet: textIn(hit, "snippet"),
    }))
  );
}

/** The object in the newest result of a tool. Text around it is ignored: results may be framed. */
function jsonOf({ results }: Scene, tool: string): Record<string, unknown> | null {
  const content = results.findLast(({ name }) => name === tool)?.content;
  if (content === undefined) return null;
  try {
    const value: unknown = JSON.parse(content.slice(content.indexOf("{"), content.lastIndexOf("}") + 1));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function listIn(value: Readonly<Record<string, unknown>>, field: string): unknown[] {
  const list = value[field];
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, field: string): string {
  const fields: Readonly<Record<string, unknown>> = typeof value === "object" && value !== null ? { ...value } : {};
  const text = fields[field];
  return typeof text === "string" ? text : "";
}

/** The first UUID that follows the word on its line. */
function idAfter(text: string, word: string): string | null {
  const pattern = new RegExp(`\\b${word}\\b[^\\n]{0,200}?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`, "i");
  return pattern.exec(text)?.[1] ?? null;
}
