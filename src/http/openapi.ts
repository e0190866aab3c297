/** OpenAPI 3.1 from the route table: the same schemas also validate requests and type responses. */
import * as z from "zod";
import { STATUS } from "./errors.ts";
import { errorsOf, limitsOf, mediaTypeOf, openApiPath, type Route, type RouteSpec } from "./route.ts";

type Json = Record<string, unknown>;

const JSON_TYPE = "application/json";

const ErrorSchema: Json = {
  type: "object",
  required: ["error", "code", "requestId"],
  properties: {
    error: { type: "string", description: "Human-readable message" },
    code: { type: "string", description: "Stable, machine-readable code" },
    requestId: { type: "string" },
    issues: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
    retryAfter: { type: "integer", description: "Seconds" },
    currentRevision: { type: "integer" },
    totalLines: { type: "integer" },
    line: { type: "integer" },
    quota: {
      type: "string",
      description:
        "With quota_exceeded: the exceeded quota, one of text (bytes), pages or drives; or of the whole instance: instance_text, instance_pages, instance_files, or database (bytes)",
    },
    limit: { type: "integer", description: "The quota's limit" },
    used: { type: "integer", description: "Usage of the quota before this request" },
    challenge: {
      type: "object",
      description:
        "With proof_required: find n, from 0 to candidates - 1, for which PBKDF2-HMAC-SHA-256 of n in decimal digits, with salt and iterations, gives key (32 bytes, base64). Within five minutes, send token, a dot and n as proof.",
      properties: {
        algorithm: { const: "PBKDF2-SHA-256" },
        salt: { type: "string" },
        iterations: { type: "integer" },
        candidates: { type: "integer" },
        key: { type: "string" },
        token: { type: "string" },
      },
    },
  },
};

export function openApiDocument(list: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { Error: ErrorSchema };
  const tags = new Set<string>();
  for (const { spec } of list) {
    // The operator's routes answer nobody but the project's own commands, of the same version.
    if (!spec.path.startsWith("/api/") || spec.path.startsWith("/api/operator/")) continue;
    tags.add(spec.tag);
    (paths[openApiPath(spec.path)] ??= {})[spec.method] = operation(spec);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Octavo",
      version,
      description: "A workspace whose pages people and AI agents edit at the same time.",
    },
    servers: [{ url: "/" }],
    tags: Array.from(tags, (name) => ({ name })),
    paths: withSharedSchemas(paths, schemas),
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: "http",
          scheme: "bearer",
          description: "Session token `ses_…`; browsers send it as a cookie with X-CSRF-Token",
        },
        mcp: { type: "http", scheme: "bearer", description: "MCP token `mcp_…`" },
      },
    },
  };
}

function operation(spec: RouteSpec): Json {
  const open = spec.principals.includes("anyone");
  return {
    operationId: spec.operation,
    summary: spec.summary,
    tags: [spec.tag],
    security: open ? [] : spec.principals.map((principal) => ({ [principal]: [] })),
    ...(spec.role && { "x-role": spec.role }),
    ...(spec.limits.length > 0 && {
      "x-limits": limitsOf(spec).map(({ rule: { dimension, limit, windowMs }, when }) => ({
        dimension,
        limit,
        windowMs,
        ...(when !== undefined && { when }),
      })),
    }),
    parameters: [...parameters(spec, "path"), ...parameters(spec, "query"), ...csrfParameter(spec)],
    ...requestBody(spec),
    responses: responses(spec),
  };
}

function requestBody(spec: RouteSpec): Json {
  const schema = spec.json ?? spec.form ?? spec.multipart ?? (spec.bytes && z.file());
  const type = mediaTypeOf(spec);
  if (!schema || type === null) return {};
  return {
    requestBody: { required: !spec.bodyOptional, content: { [type]: { schema: jsonSchema(schema, "input") } } },
  };
}

function parameters(spec: RouteSpec, place: "path" | "query"): Json[] {
  const schema = place === "path" ? spec.params : spec.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
  }));
}

const csrfParameter = (spec: RouteSpec): Json[] =>
  spec.csrf === "token"
    ? [
        {
          name: "X-CSRF-Token",
          in: "header",
          required: false,
          schema: { type: "string" },
          description: "Required with a session cookie",
        },
      ]
    : [];

function responses(spec: RouteSpec): Json {
  const { answer } = spec;
  const content =
    answer.schema === "socket"
      ? {}
      : answer.schema === "html"
        ? { "text/html": {} }
        : answer.schema === "lines"
          ? { "application/x-ndjson": {} }
          : answer.schema === "file"
            ? Object.fromEntries((answer.types ?? ["*/*"]).map((type) => [type, {}]))
            : { [JSON_TYPE]: { schema: jsonSchema(answer.schema, "output") } };
  const good: Json = { description: spec.summary, content };
  const byStatus = new Map<number, string[]>();
  for (const code of errorsOf(spec)) byStatus.set(STATUS[code], [...(byStatus.get(STATUS[code]) ?? []), code]);
  const bad = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(", "),
      content: { [JSON_TYPE]: { schema: { $ref: "#/components/schemas/Error" } } },
    },
  ]);
  return { [answer.status]: good, ...(answer.also && { [answer.also]: good }), ...Object.fromEntries(bad) };
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses directly; a zod transform is described by its input. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...body } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override({ jsonSchema: listed }) {
      const { prefixItems: places } = listed;
      // OpenAPI validators require `items` and the length in addition to the tuple's `prefixItems`.
      if (places?.[0]) Object.assign(listed, { items: places[0], minItems: places.length, maxItems: places.length });
    },
  });
  return withoutIds(body) as Json;
}

/** `id` names a schema in zod's registry; in OpenAPI it would be an unknown keyword. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== "object") return value;
  const isSchema = "type" in value || "anyOf" in value || "oneOf" in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !(isSchema && key === "id" && typeof item === "string"))
      .map(([key, item]) => [key, withoutIds(item)]),
  );
}

const DEFINITIONS = "#/$defs/";

/**
 * zod puts referenced schemas in `$defs` of each schema, as if each were a separate document; in a single document these
 * references are broken. Moves named schemas to the shared ones.
 */
function withSharedSchemas(value: unknown, shared: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => withSharedSchemas(item, shared));
  if (value === null || typeof value !== "object") return value;
  const { $defs = {}, ...rest } = value as { readonly $defs?: Json };
  for (const [name, schema] of Object.entries($defs)) {
    const moved = withSharedSchemas(schema, shared) as Json;
    if (JSON.stringify((shared[name] ??= moved)) !== JSON.stringify(moved))
      throw new Error(`There are two schemas “${name}”.`);
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [
      key,
      key === "$ref" && typeof item === "string" && item.startsWith(DEFINITIONS)
        ? `#/components/schemas/${item.slice(DEFINITIONS.length)}`
        : withSharedSchemas(item, shared),
    ]),
  );
}
