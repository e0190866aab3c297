/** The HTTP API describes itself: one route table serves, documents and types it. */
import { exports } from "cloudflare:workers";
import { hc, type InferResponseType } from "hono/client";
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { api, type App } from "../../src/app.ts";
import { Success } from "../../src/kernel/contract.ts";
import { STATUS } from "../../src/http/errors.ts";
import { routes } from "../../src/http/route-list.ts";
import { checkRoute, completeRoute, errorsOf, mediaTypeOf, openApiPath, type RouteSpec } from "../../src/http/route.ts";
import { ORIGIN, anonymous, world } from "../support/world.ts";

const GOOD: RouteSpec = {
  method: "post",
  path: "/api/things/:id",
  operation: "makeThing",
  tag: "Things",
  summary: "Make a thing",
  principals: ["session"],
  csrf: "token",
  limits: [],
  bodyCap: 1000,
  params: z.object({ id: z.string() }),
  json: z.object({}),
  answer: { status: 200, schema: z.object({}) },
  errors: [],
};

const statusesOf = (spec: RouteSpec): Set<string> =>
  new Set(
    [spec.answer.status, spec.answer.also ?? spec.answer.status, ...errorsOf(spec).map((code) => STATUS[code])].map(
      String,
    ),
  );

test("accepts a complete route declaration", () => {
  expect(() => checkRoute(GOOD)).not.toThrow();
});

test.each<[string, object]>([
  ["principals", { principals: [] }],
  ["mutually exclusive principals", { principals: ["anyone", "session"] }],
  ["a CSRF token where cookies change state", { csrf: "origin" }],
  ["a CSRF rule", { principals: ["mcp"], csrf: undefined }],
  ["a body limit", { bodyCap: 0 }],
  ["a declaration of whether it has a body", { json: undefined, bodyCap: undefined }],
  ["a body schema", { json: undefined }],
  ["a path schema", { params: undefined }],
  ["limits", { limits: undefined }],
  ["errors", { errors: undefined }],
  ["a summary", { summary: "" }],
])("refuses to start the app with a route that lacks %s", (_, change) => {
  // Declarations that the compiler rejects but a careless cast would let through.
  expect(() => checkRoute({ ...GOOD, ...change })).toThrow("/api/things/:id");
});

test("lets only a reading route omit its body, CSRF rule and limits", () => {
  const { path, operation, tag, summary, principals, params, answer } = GOOD;
  const rest = { path, operation, tag, summary, principals, answer, ...(params && { params }) };
  expect(completeRoute({ ...rest, method: "get" })).toEqual({
    ...rest,
    method: "get",
    csrf: "none",
    limits: [],
    bodyCap: 0,
    errors: [],
  });
  // @ts-expect-error a route that writes says all three
  expect(() => checkRoute(completeRoute({ ...rest, method: "post", csrf: "token", bodyCap: 0 }))).toThrow("limits");
  // @ts-expect-error
  expect(() => checkRoute(completeRoute({ ...rest, method: "delete", csrf: "token", limits: [] }))).toThrow("body cap");
  const mcp = { ...rest, principals: ["mcp"], method: "put", limits: [], bodyCap: 0 } as const;
  // @ts-expect-error
  expect(() => checkRoute(completeRoute(mcp))).toThrow("CSRF");
});

test("responds with success when a route declares no response schema", () => {
  const { answer: _, ...silent } = GOOD;
  expect(completeRoute({ ...silent, method: "post" }).answer).toEqual({ status: 200, schema: Success });
  const accepted = { ...silent, method: "post", answer: { status: 202 } } as const;
  expect(completeRoute(accepted).answer).toEqual({ status: 202, schema: Success });
  routes().add(accepted, async () => undefined);
  // @ts-expect-error a body needs a schema
  routes().add(accepted, async () => ({ id: "1" }));
  type Client = ReturnType<typeof hc<App>>;
  type ReadAll = InferResponseType<Client["api"]["notifications"]["read-all"]["$post"]>;
  expectTypeOf<ReadAll>().toEqualTypeOf<{ success: true }>();
});

test("gives every route a unique method and path, and a unique operation name", () => {
  const places = api.list.map(({ spec }) => `${spec.method} ${spec.path}`);
  const names = api.list.map(({ spec }) => spec.operation);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(names).size).toBe(names.length);
});

/** All but the operator's routes, which only the project's own commands call. */
const described = api.list.filter(({ spec: { path } }) => /^\/api\/(?!operator\/)/.test(path));

test("describes every API route in OpenAPI 3.1 with parameters, body, responses and errors", async () => {
  const { body } = await anonymous().get("/api/openapi.json");
  expect(body.openapi).toBe("3.1.0");
  for (const { spec } of described) {
    const operation = body.paths[openApiPath(spec.path)]?.[spec.method];
    expect(operation?.operationId).toBe(spec.operation);
    expect(Object.keys(operation.responses)).toContain(String(spec.answer.status));
    const inPath = [...spec.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const declared = operation.parameters.filter((parameter: { in: string }) => parameter.in === "path");
    expect(declared.map((parameter: { name: string }) => parameter.name)).toEqual(inPath);
    expect(new Set(Object.keys(operation.responses))).toEqual(statusesOf(spec));
    expect("requestBody" in operation).toBe(mediaTypeOf(spec) !== null);
  }
  expect(JSON.stringify(body)).not.toContain('"$schema"');
});

test("declares no error responses for an operation that always returns 200", async () => {
  const { body } = await anonymous().get("/api/openapi.json");
  expect(Object.keys(body.paths["/api/track"].post.responses)).toEqual(["200"]);
});

test("serves the API description and reference without authentication", async () => {
  for (const path of ["/api/openapi.json", "/api/docs"]) {
    const { status, headers } = await anonymous().get(path);
    expect([path, status, headers.has("Set-Cookie")]).toEqual([path, 200, false]);
  }
});

test("follows the rules of OpenAPI linters", async () => {
  const { body } = await anonymous().get("/api/openapi.json");
  const faults: string[] = [];
  const tags = new Set(body.tags.map(({ name }: { name: string }) => name));
  for (const [path, methods] of Object.entries<Record<string, Record<string, unknown>>>(body.paths))
    for (const [method, { summary, tags: own, operationId }] of Object.entries(methods)) {
      if (typeof summary !== "string" || typeof operationId !== "string")
        faults.push(`${method} ${path}: no summary or operation ID`);
      if (!Array.isArray(own) || !own.every((tag) => tags.has(tag))) faults.push(`${method} ${path}: unknown tag`);
    }
  const text = JSON.stringify(body, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    if ("type" in value && value.type === "array" && !("items" in value) && !("prefixItems" in value))
      faults.push(`an array without an item type: ${JSON.stringify(value)}`);
    if ("enum" in value && Array.isArray(value.enum) && new Set(value.enum).size < value.enum.length)
      faults.push(`a duplicate value: ${JSON.stringify(value)}`);
    return value;
  });
  for (const name of Object.keys(body.components.schemas))
    if (!text.includes(`"#/components/schemas/${name}"`)) faults.push(`${name} is unused`);
  expect(faults).toEqual([]);
});

test("resolves every reference in the API description", async () => {
  const { body } = await anonymous().get("/api/openapi.json");
  const lost: string[] = [];
  JSON.stringify(body, (key, value: unknown) => {
    const isReference = key === "$ref" && typeof value === "string";
    // `#/a/b` refers to member `b` of member `a`.
    if (
      isReference &&
      value
        .slice(2)
        .split("/")
        .reduce((at, name) => at?.[name], body) === undefined
    )
      lost.push(value);
    return value;
  });
  expect(lost).toEqual([]);
});

test("lists every operation on the reference page", async () => {
  const { status, body, headers } = await anonymous().get<string>("/api/docs");
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toContain("text/html");
  for (const { spec } of described) expect(body).toContain(`id="${spec.operation}"`);
});

test("supports the typed client of Hono", async () => {
  const w = await world();
  const client = hc<App>(ORIGIN, {
    headers: { Authorization: `Bearer ${w.session("olivia")}` },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => exports.default.fetch(new Request(input, init)),
  });
  const made = await client.api.pages.$post({ json: { driveId: w.drive, title: "typed", type: "DOCUMENT" } });
  const page = await made.json();
  const revision: number = page.revision;
  expect(revision).toBe(1);
  const got = await client.api.pages[":pageId"].$get({ param: { pageId: page.id } });
  expect((await got.json()).title).toBe("typed");
  // @ts-expect-error a page type that does not exist
  const refused = await client.api.pages.$post({ json: { driveId: w.drive, title: "x", type: "NOVEL" } });
  expect(refused.status).toBe(400);
});
