/** Prompts, completion and resources accept their declared input, answer within bounds, and give guidance when they refuse. */
import { beforeAll, expect, test } from "vitest";
import { MAX_TOKENS, tokensOf } from "../../src/features/mcp/tools/answer-size.ts";
import { makePage, world, type World } from "../support/world.ts";
import { indexNow } from "../search/fixtures.ts";
import { callTool, legacy, modern } from "./clients.ts";

/** Untyped: each test reads the fields it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = (await w.token("olivia")).raw;
});

const errorOf = async (method: string, params: Record<string, unknown>, ask = modern): Promise<Loose> =>
  (await ask(token, method, params)).body.error;

/** Reads a whole resource by following the link to the next part in each answer. */
async function readAll(id: string): Promise<{ texts: string[]; most: number }> {
  const texts: string[] = [];
  let most = 0;
  for (let uri: string | undefined = `page://${id}`; uri !== undefined;) {
    const { result }: Loose = (await modern(token, "resources/read", { uri })).body;
    most = Math.max(most, tokensOf(result));
    const [part, next]: Loose[] = result.contents;
    expect([part.uri, part.mimeType]).toEqual([uri, "text/markdown"]);
    texts.push(part.text);
    if (next) expect(next.text).toContain(next.uri);
    uri = next?.uri;
  }
  return { texts, most };
}

test.each([
  ["many lines", Array.from({ length: 6_000 }, (_, i) => `Line ${i} of the page, with “quotes” and ü.`).join("\n")],
  ["one long line", "long line ".repeat(20_000).trim()],
  ["a long line of CJK below others", `a\nb\n${"漢字".repeat(20_000)}\nc`],
])("returns a resource of %s completely, in parts of at most 25,000 tokens", async (title, content) => {
  const id = await makePage(w, { title: `Resource of ${title}`, content });
  const { texts, most } = await readAll(id);
  expect(most).toBeLessThanOrEqual(MAX_TOKENS);
  expect(texts.length).toBeGreaterThan(1);
  // Parts are split at line ends, or within a line that is longer than an answer.
  expect(texts.join("").replaceAll("\n", "")).toBe(content.replaceAll("\n", ""));
});

test("reads part of a page by line and character, and rejects other URI parameters", async () => {
  const id = await makePage(w, { title: "Parts", content: "one\ntwo\nthree" });
  const read = async (query: string) => (await modern(token, "resources/read", { uri: `page://${id}${query}` })).body;
  expect((await read("?startLine=2")).result.contents).toMatchObject([{ text: "two\nthree" }]);
  expect((await read("?startLine=3&startColumn=3")).result.contents).toMatchObject([{ text: "ree" }]);
  for (const query of [
    "?startLine=0",
    "?startLine=x",
    "?startLine=1.5",
    "?line=1",
    "?startLine=4",
    "?startColumn=99",
  ]) {
    const { error } = await read(query);
    expect(error.code, query).toBe(-32602);
    expect(error.message, query).toMatch(/numbers from 1|Fetch the page/);
  }
});

test("rejects unlisted prompt arguments and paths without a page, as tools do", async () => {
  await makePage(w, { title: "Minutes" });
  const get = (args: object, ask = modern) => errorOf("prompts/get", { name: "tidy_page", arguments: args }, ask);
  for (const ask of [modern, legacy])
    for (const args of [{}, { page: "" }, { page: "x".repeat(2_001) }, { page: "p-1", extra: "x" }, { Page: "p-1" }]) {
      const error = await get(args, ask);
      expect(error.code, JSON.stringify(args)).toBe(-32602);
      expect(error.message).toContain("prompts/list");
    }
  expect((await get({ page: "the minutes" })).message).toContain("Send its id, its address or its path");
  const nearest = (await get({ page: `/${w.drive}/Minutes/Nothing` })).message;
  expect(nearest).toContain(`The nearest page that you can view is /${w.drive}/Minutes`);
  const { result } = (
    await modern(token, "prompts/get", { name: "tidy_page", arguments: { page: `/${w.drive}/Minutes` } })
  ).body;
  expect(result.messages[0].content.text).toContain(`/${w.drive}/Minutes`);
});

test("rejects completion of unsupported arguments, and bounds its results", async () => {
  const complete = (ref: object, name: string, value: string) => ({ ref, argument: { name, value } });
  const prompt = { type: "ref/prompt", name: "tidy_page" };
  const page = { type: "ref/resource", uri: "page://{id}" };
  const wrong: [Record<string, unknown>, RegExp][] = [
    [complete({ type: "ref/prompt", name: "nothing" }, "page", "x"), /prompts\/list/],
    [complete({ type: "ref/resource", uri: "file://{id}" }, "id", "x"), /resources\/templates\/list/],
    [complete(prompt, "title", "x"), /It has page/],
    [complete(page, "page", "x"), /It has id/],
    [complete(prompt, "page", "x".repeat(2_001)), /first words/],
  ];
  for (const [params, expected] of wrong) {
    const error = await errorOf("completion/complete", params);
    expect([error.code, error.message]).toEqual([-32602, expect.stringMatching(expected)]);
  }
  // Twenty paths of maximum-length titles in the characters that cost the most tokens.
  let parentId: string | undefined;
  for (let i = 0; i < 5; i += 1) parentId = await makePage(w, { title: "漢字 Wortlaut".padEnd(250, "語"), parentId });
  for (let i = 0; i < 20; i += 1) await makePage(w, { title: `漢字 Wortlaut ${i}`.padEnd(250, "語"), parentId });
  await indexNow();
  const { result } = (await modern(token, "completion/complete", complete(prompt, "page", "Wortlaut"))).body;
  expect(result.completion.values.length).toBeGreaterThan(5);
  expect(result.completion.hasMore).toBe(true);
  expect(tokensOf(result)).toBeLessThanOrEqual(MAX_TOKENS);
  for (const value of result.completion.values)
    expect((await callTool(token, "fetch", { id: value })).isError, value).toBe(false);
});

/** Refused requests, each with the hint that its error must contain. */
const REFUSALS: readonly [method: string, params: Record<string, unknown>, step: RegExp][] = [
  ["tools/call", { name: "nothing", arguments: {} }, /tools\/list/],
  ["tools/call", { name: "x".repeat(5_000), arguments: {} }, /tools\/list/],
  ["prompts/get", { name: "nothing" }, /prompts\/list/],
  ["resources/read", { uri: "page://nothing-here" }, /search, list_pages/],
  ["resources/read", { uri: "file:///etc/passwd" }, /search, list_pages/],
  ["octavo/nothing", {}, /Use one of tools\/list/],
];

test.each(REFUSALS)("%s with %j returns an error that names the next step", async (method, params, step) => {
  for (const ask of [modern, legacy]) {
    const error = await errorOf(method, params, ask);
    expect(error.message).toMatch(step);
    expect(error.message.length).toBeLessThan(1_000);
  }
});

test("returns a next step with every error code of a call", async () => {
  const id = await makePage(w, { title: "Steps", content: "a\nb" });
  const edit = { op: "replace", startLine: 9, content: "x" };
  const calls: [string, Record<string, unknown>, RegExp][] = [
    ["fetch", { id, startLine: 9 }, /Fetch the page to see its lines/],
    ["fetch", { id, startLine: 2, endLine: 1 }, /call again/],
    ["edit_page", { page: id, baseRevision: 99, edits: [edit] }, /Fetch the page/],
    ["history", { page: id, cursor: "x" }, /Omit it/],
    ["update_tasks", { page: id, baseRevision: 1, set: [{ line: 1, done: true }] }, /Fetch the page/],
    ["move_pages", { pageIds: [id], parentId: id, driveId: w.drive }, /Choose another parent|call again/],
    ["list_members", {}, /Send either/],
  ];
  for (const [name, args, step] of calls) {
    const { isError, text } = await callTool(token, name, args);
    expect([isError, text], name).toEqual([true, expect.stringMatching(step)]);
  }
});
