/** The browsable reference of the HTTP API, generated from the OpenAPI document. */
import { words } from "../../words/reference.ts";
import { Layout } from "./layout.tsx";

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>;
};

export type Reference = {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
};

type Entry = { method: string; path: string; operation: Operation };

export function referencePage(reference: Reference) {
  const entries = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
  );
  const tags = [...new Set(entries.flatMap(({ operation }) => operation.tags))].toSorted();
  return (
    <Layout title={words.title}>
      <main class="reference">
        <h1>{words.title}</h1>
        <p>
          {words.about(reference.info.description, reference.info.version, <a href="/api/openapi.json">OpenAPI 3.1</a>)}
        </p>
        <nav aria-label={words.sections}>
          {tags.map((tag) => (
            <a href={`#${anchor(tag)}`}>{tag}</a>
          ))}
        </nav>
        {tags.map((tag) => (
          <section id={anchor(tag)}>
            <h2>{tag}</h2>
            {entries.filter(({ operation }) => operation.tags.includes(tag)).map(describe)}
          </section>
        ))}
      </main>
    </Layout>
  );
}

const anchor = (tag: string): string => tag.toLowerCase().replace(/\W+/g, "-");

function describe({ method, path, operation }: Entry) {
  const credentials = words.either(operation.security.flatMap((scheme) => Object.keys(scheme)));
  return (
    <details id={operation.operationId}>
      <summary>
        <code>
          <strong>{method}</strong> {path}
        </code>{" "}
        {operation.summary}
      </summary>
      <p>{words.credential(credentials || words.none)}</p>
      {operation.parameters.length > 0 && (
        <ul>
          {operation.parameters.map((parameter) => (
            <li>
              <code>{parameter.name}</code> ({parameter.in}
              {parameter.required ? words.required : ""}) {parameter.description ?? shape(parameter.schema)}
            </li>
          ))}
        </ul>
      )}
      {operation.requestBody && (
        <Block title={words.body} schema={Object.values(operation.requestBody.content)[0]?.schema} />
      )}
      {Object.entries(operation.responses).map(([status, response]) => {
        const schema = Object.values(response.content ?? {})[0]?.schema;
        return Number(status) < 400 ? (
          <Block title={words.answer(status)} schema={schema} />
        ) : (
          <p>
            {status}: {response.description.replaceAll("`", "")}
          </p>
        );
      })}
    </details>
  );
}

const Block = ({ title, schema }: { title: string; schema: unknown }) => (
  <>
    <h3>{title}</h3>
    <pre>{schema === undefined ? words.notJson : JSON.stringify(schema, null, 2)}</pre>
  </>
);

const shape = (schema: unknown): string =>
  schema && typeof schema === "object" && "type" in schema ? String(schema.type) : "";
