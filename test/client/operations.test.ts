/** The client has exactly the API's operations, and reaches each of them. */
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createClient } from "../../client/src/client.ts";
import { OPERATIONS, type Operations } from "../../client/src/operations.ts";
import { operationsModule, type OpenApi } from "../../scripts/client/operations.ts";
import { ORIGIN, anonymous, world } from "../support/world.ts";

const description = async (): Promise<OpenApi> => (await anonymous().get<OpenApi>("/api/openapi.json")).body;

const written = import.meta.glob<string>(["../../client/src/operations.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("generates client operations that match the API, with inputs and outputs", async () => {
  expect(operationsModule(await description()), "outdated: run npm run client:operations").toBe(
    Object.values(written)[0],
  );
});

test("calls the route of every operation with all its path parameters", async () => {
  const { raw } = await (await world()).token("olivia");
  const missed: string[] = [];
  const { error: nothingThere } = (await anonymous().get("/api/nothing-is-here")).body;
  let template = "";
  const client = createClient({
    origin: ORIGIN,
    token: raw,
    retries: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (!new RegExp(`^${template.replace(/\{\w+\}/g, "some-id")}$`).test(pathname))
        missed.push(`${template}: ${pathname}`);
      return exports.default.fetch(request);
    },
  });
  for (const [name, { path, method }] of Object.entries(OPERATIONS)) {
    template = path;
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, "some-id"]));
    // The request is nonsense; this only checks that the route exists.
    const call = client.call as unknown as (name: string, input: object) => Promise<unknown>;
    const failure = await call(name, { params, ...(method !== "GET" && { body: {} }) }).catch(
      (error: unknown) => error,
    );
    const { code, message } = (failure ?? {}) as { code?: string; message?: string };
    if (code === "method_not_allowed" || message === nothingThere) missed.push(name);
  }
  expect(missed).toEqual([]);
});

test("merges an edit with other users' changes, and repeats it without a second change", async () => {
  const w = await world();
  const client = createClient({
    origin: ORIGIN,
    token: (await w.token("edna")).raw,
    fetch: (request) => exports.default.fetch(request),
  });
  const page = (
    await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Notes", type: "DOCUMENT", content: "one\ntwo" })
  ).body;
  const sent: Operations["patchPage"]["input"] = {
    params: { pageId: page.id },
    body: { content: "one\ntwo\nthree", baseRevision: page.revision },
  };
  await w.as("olivia").patch(`/api/pages/${page.id}`, { content: "zero\none\ntwo", baseRevision: page.revision });
  const first = await client.call("patchPage", sent);
  const again = await client.call("patchPage", sent);
  expect([first.content, again.content]).toEqual(["zero\none\ntwo\nthree", "zero\none\ntwo\nthree"]);
  const edited = await client.edit(page.id, (text) => text.replace("two", "2"));
  expect(edited.content).toBe("zero\none\n2\nthree");
});
