/** Streamed answers: progress and page-change notifications for subscribers; also completion. */
import { beforeAll, expect, test } from "vitest";
import { indexNow } from "../search/fixtures.ts";
import { world, type World } from "../support/world.ts";
import { callTool, legacy, modern, stream } from "./clients.ts";

let w: World;
let edna: string;
beforeAll(async () => {
  w = await world();
  edna = (await w.token("edna")).raw;
});

const makePage = async (content = "one", title = "Launch"): Promise<string> =>
  (await w.as("olivia").post("/api/pages", { driveId: w.drive, title, type: "DOCUMENT", content })).body.id;

const listen = (token: string, ...uris: string[]) =>
  stream(token, "subscriptions/listen", { notifications: { resourceSubscriptions: uris } });

test("notifies a client that listens to a page about edits of it, and not about other pages", async () => {
  const [heard, other] = [await makePage(), await makePage()];
  const messages = listen(edna, `page://${heard}`);
  const first = (await messages.next()).value;
  expect([first.method, first.params.notifications]).toEqual([
    "notifications/subscriptions/acknowledged",
    { resourceSubscriptions: [`page://${heard}`] },
  ]);
  for (const id of [other, heard]) await w.as("olivia").patch(`/api/pages/${id}`, { content: "two" });
  const told = (await messages.next()).value;
  expect([told.method, told.params.uri]).toEqual(["notifications/resources/updated", `page://${heard}`]);
  await messages.return();
});

test("notifies a listening client when the page becomes inaccessible", async () => {
  const id = await makePage();
  const messages = listen(edna, `page://${id}`);
  await messages.next();
  await w.as("olivia").delete(`/api/pages/${id}`);
  expect((await messages.next()).value.params.uri).toBe(`page://${id}`);
  await messages.return();
});

test.each([
  ["a page that the caller cannot view", () => `page://${w.drive}`],
  ["a URI that is not a page", () => "file:///etc/passwd"],
])("rejects a subscription to %s", async (_what, uri) => {
  const { body, status } = await modern(edna, "subscriptions/listen", {
    notifications: { resourceSubscriptions: [uri()] },
  });
  expect([status, body.error.code]).toEqual([200, -32602]);
});

test.each([false, true])("reports progress of bulk calls (older client: %s)", async (isLegacy) => {
  const ids = [await makePage(), await makePage()];
  const olivia = (await w.token("olivia")).raw;
  expect((await callTool(olivia, "trash_pages", { pageIds: ids })).isError).toBe(false);
  const call = { name: "restore_pages", arguments: { pageIds: ids } };
  const messages = stream(olivia, "tools/call", call, { meta: { progressToken: "p-1" }, isLegacy });
  const heard = [];
  for await (const message of messages) heard.push(message);
  expect(heard.slice(0, -1).map(({ method, params }) => [method, params])).toEqual([
    ["notifications/progress", { progressToken: "p-1", progress: 1, total: 2 }],
    ["notifications/progress", { progressToken: "p-1", progress: 2, total: 2 }],
  ]);
  expect(heard.at(-1).result.structuredContent.restored).toHaveLength(2);
});

test("completes pages from words of their titles, by ID in URIs and by path in prompts", async () => {
  const id = await makePage("text", "Zeppelin schedule");
  await indexNow();
  const complete = async (ask: typeof modern, ref: object, name: string, value = "zeppelin") =>
    (await ask(edna, "completion/complete", { ref, argument: { name, value } })).body.result.completion.values;
  const page = { type: "ref/resource", uri: "page://{id}" };
  for (const ask of [modern, legacy]) {
    expect(await complete(ask, page, "id")).toEqual([id]);
    expect(await complete(ask, { type: "ref/prompt", name: "tidy_page" }, "page")).toEqual([
      expect.stringContaining("Zeppelin schedule"),
    ]);
    expect(await complete(ask, page, "id", "")).toEqual([]);
  }
  const stranger = (await w.token("oscar")).raw;
  expect(
    (await modern(stranger, "completion/complete", { ref: page, argument: { name: "id", value: "zeppelin" } })).body
      .result.completion.values,
  ).toEqual([]);
});
