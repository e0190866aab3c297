/** Writes the operations of an OpenAPI document as the module that types the client: what each takes and answers. */

type Schema = Readonly<Record<string, unknown>>;
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const BODIES: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/x-www-form-urlencoded": "form",
  "multipart/form-data": "parts",
  "application/octet-stream": "bytes",
};

const HEAD = `/** The operations of the HTTP interface. Written by \`npm run client:operations\` from /api/openapi.json; a test compares. */

/** How a body is sent: as JSON, as the fields or the parts of a form, or as it is. */
export type BodyKind = "none" | "json" | "form" | "parts" | "bytes";
type Operation = { readonly method: string; readonly path: string; readonly body: BodyKind; readonly answer: "json" | "response" };
`;

export function operationsModule({ paths, components }: OpenApi): string {
  const all = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const types = all.map(({ operation }) => {
    const { operationId, summary } = operation;
    return `  /** ${summary} */\n  ${operationId}: { input: ${inputOf(operation)}; answer: ${answerOf(operation)} };`;
  });
  const values = all.map(({ method, path, operation }) => {
    const answer = successOf(operation)?.["application/json"] ? "json" : "response";
    const row = { method, path, body: bodyKind(operation), answer };
    return `  ${operation.operationId}: ${JSON.stringify(row)},`;
  });
  const { Error: _failure, ...schemas } = components.schemas;
  const named = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  return `${HEAD}
${named.join("\n")}

export type Operations = {
${types.join("\n")}
};

export const OPERATIONS: Readonly<Record<keyof Operations, Operation>> = {
${values.join("\n")}
};
`;
}

const mediaOf = ({ requestBody }: Operation): string | undefined => Object.keys(requestBody?.content ?? {})[0];

const bodyKind = (operation: Operation): string => BODIES[mediaOf(operation) ?? ""] ?? "none";

const successOf = ({ responses }: Operation): Content | undefined =>
  Object.entries(responses).find(([status]) => Number(status) < 400)?.[1].content;

function answerOf(operation: Operation): string {
  const schema = successOf(operation)?.["application/json"]?.schema;
  return schema ? typeOf(schema) : "Response";
}

function inputOf(operation: Operation): string {
  const fields = ["path", "query"].flatMap((place) => {
    const some = operation.parameters.filter((parameter) => parameter.in === place);
    if (some.length === 0) return [];
    const isNeeded = some.some(({ required }) => required);
    const members = some.map(({ name, required, schema }) => `${keyOf(name)}${required ? "" : "?"}: ${typeOf(schema)}`);
    return [`${place === "path" ? "params" : "query"}${isNeeded ? "" : "?"}: { ${members.join("; ")} }`];
  });
  const { requestBody } = operation;
  const schema = requestBody?.content[mediaOf(operation) ?? ""]?.schema;
  if (schema) {
    const type = bodyKind(operation) === "bytes" ? "Blob" : typeOf(schema);
    fields.push(`body${requestBody?.required ? "" : "?"}: ${type}`);
  }
  return fields.length === 0 ? "{ params?: never }" : `{ ${fields.join("; ")} }`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? (value as Schema[]) : []); // a schema's own list

/** JSON Schema as zod writes it. What says nothing is unknown. */
function typeOf(schema: Schema): string {
  const reference = schema["$ref"];
  if (typeof reference === "string") return reference.replace("#/components/schemas/", "");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const either = listOf(schema["anyOf"] ?? schema["oneOf"]);
  if (either.length > 0) return `(${[...new Set(either.map(typeOf))].join(" | ")})`;
  const each = listOf(schema["allOf"]);
  if (each.length > 0) return `(${each.map(typeOf).join(" & ")})`;
  const { type } = schema;
  if (Array.isArray(type)) return `(${type.map((one) => typeOf({ ...schema, type: one })).join(" | ")})`;
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "null":
      return type;
    case "string":
      return schema["format"] === "binary" ? "Blob" : "string";
    case "array":
      return arrayOf(schema);
    case "object":
      return objectOf(schema);
    default:
      return "unknown";
  }
}

function arrayOf({ items, prefixItems }: Schema): string {
  const tuple = listOf(prefixItems);
  if (tuple.length > 0) return `[${tuple.map(typeOf).join(", ")}]`;
  return `(${typeof items === "object" && items !== null ? typeOf({ ...items }) : "unknown"})[]`;
}

function objectOf(schema: Schema): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema>>); // by the standard
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
  const others = schema["additionalProperties"];
  const members = properties.map(([name, each]) => `${keyOf(name)}${required.has(name) ? "" : "?"}: ${typeOf(each)}`);
  if (properties.length === 0) {
    const isTyped = typeof others === "object" && others !== null;
    return `Record<string, ${isTyped ? typeOf({ ...others }) : others === false ? "never" : "unknown"}>`;
  }
  return `{ ${members.join("; ")} }`;
}
