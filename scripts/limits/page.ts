/** The tables of docs/limits.md that are generated from declarations: the maximum cost of each request. */
import type { LimitRule } from "../../src/kernel/limit.ts";

export type LimitedRoute = {
  readonly method: string;
  readonly path: string;
  readonly principals: readonly string[];
  readonly role?: string | undefined;
  /** In bytes; 0 if there is no body. */
  readonly bodyCap: number;
  readonly limits: readonly { readonly rule: LimitRule; readonly when?: string | undefined }[];
};

/** A tool as listed by the server; `inputSchema` is JSON Schema. */
export type LimitedTool = { readonly name: string; readonly inputSchema: Readonly<Record<string, unknown>> };

/** Measured cost of a route's largest request. `cpuMs` covers the whole runtime, including the test; null if not measured. */
export type MeasuredCost = {
  readonly fields: readonly string[];
  readonly bytes: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly objectCalls: number;
  readonly cpuMs: number | null;
};

export type LimitsPage = {
  readonly routes: readonly LimitedRoute[];
  readonly tools: readonly LimitedTool[];
  /** Requests per minute at one location of the platform. */
  readonly coarse: Readonly<Record<string, number>>;
  /** Maximum tokens in a tool's response. */
  readonly answerTokens: number;
  /** Keyed by method and path. */
  readonly costs: Readonly<Record<string, MeasuredCost>>;
};

/** Workers Paid prices in dollars per million units beyond the included usage (developers.cloudflare.com/workers/platform/pricing). */
const PRICES = { request: 0.3, objectRequest: 0.15, rowRead: 0.001, rowWritten: 1, cpuMs: 0.02 } as const;

export const BEGIN = "<!-- Written by `npm run limits` from the declarations: do not edit below. -->";

/** A duration in whole hours, minutes or seconds. */
function duration(ms: number): string {
  if (ms % 3_600_000 === 0) return ms === 3_600_000 ? "an hour" : `${ms / 3_600_000} hours`;
  if (ms % 60_000 === 0) return ms === 60_000 ? "a minute" : `${ms / 60_000} minutes`;
  return `${ms / 1000} s`;
}

const number = (value: number): string => value.toLocaleString("en-US");

const bytes = (cap: number): string => (cap === 0 ? "none" : number(cap));

const limit = ({ rule, when }: LimitedRoute["limits"][number]): string =>
  `${number(rule.limit)} in ${duration(rule.windowMs)} by ${rule.dimension}${when === undefined ? "" : `, when ${when}`}`;

const routeRow = ({ method, path, principals, role, bodyCap, limits }: LimitedRoute): string => {
  const who = role ?? principals.join(", ");
  return `| \`${method.toUpperCase()} ${path}\` | ${who} | ${bytes(bodyCap)} | ${limits.map(limit).join("; ") || "coarse"} |`;
};

type Schema = {
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
};

/** All bounds in a schema, with the path of their field. */
function boundsOf(schema: Schema, path: string): string[] {
  const own = [
    ...(schema.maxLength === undefined ? [] : [`\`${path}\` ${number(schema.maxLength)} characters`]),
    ...(schema.maxItems === undefined ? [] : [`\`${path}\` ${number(schema.maxItems)} items`]),
    ...(schema.maximum === undefined ? [] : [`\`${path}\` ≤ ${number(schema.maximum)}`]),
  ];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    boundsOf(each, path === "" ? name : `${path}.${name}`),
  );
  const items = schema.items ? boundsOf(schema.items, `${path}[]`) : [];
  const either = (schema.anyOf ?? []).flatMap((each) => boundsOf(each, path));
  return [...new Set([...own, ...fields, ...items, ...either])];
}

const toolRow = ({ name, inputSchema }: LimitedTool): string =>
  `| \`${name}\` | ${boundsOf(inputSchema, "").join("; ") || "nothing to bound"} |`;

/** Price in dollars of a million such requests. */
const priceOf = ({ objectCalls, rowsRead, rowsWritten, cpuMs }: MeasuredCost): number =>
  PRICES.request +
  PRICES.objectRequest * objectCalls +
  PRICES.rowRead * rowsRead +
  PRICES.rowWritten * rowsWritten +
  PRICES.cpuMs * (cpuMs ?? 0);

const costRow = ([route, cost]: readonly [string, MeasuredCost]): string => {
  const { fields, cpuMs, rowsRead, rowsWritten, objectCalls, bytes: answer } = cost;
  const figures = [cpuMs ?? "?", number(rowsRead), number(rowsWritten), objectCalls, number(answer)];
  return `| \`${route}\` | ${fields.join(", ")} | ${figures.join(" | ")} | $${priceOf(cost).toFixed(2)} |`;
};

/** The part of docs/limits.md below the marker. */
export function limitsPage({ routes, tools, coarse, answerTokens, costs }: LimitsPage): string {
  const sorted = routes.toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
  const gates = Object.entries(coarse).map(([gate, perMinute]) => `${gate} ${number(perMinute)}`);
  return `${BEGIN}

## Routes

Bodies in bytes. Every route is behind the coarse limits first, in requests a minute at each location: ${gates.join(", ")}.

| Route | For | Body | Counted, beside the coarse limits |
| --- | --- | --- | --- |
${sorted.map(routeRow).join("\n")}

## Cost of the largest request

Measured by \`npm run limits:measure\`, most expensive first. Each row is the largest request that the route accepts: the listed
fields have their maximum length, and the page contains a million characters of Markdown that is slow to parse. CPU time is for
the whole local runtime with its databases and objects, and includes about 15 ms of measurement overhead. Rows count D1 and
Durable Object storage; calls are Durable Object calls. The last column is the price of a million such requests beyond what
Workers Paid includes. \`npm test\` fails when a request clearly exceeds its row.

| Route | Fields at maximum | CPU, ms | Rows read | Rows written | Calls | Response, bytes | Per million |
| --- | --- | --- | --- | --- | --- | --- | --- |
${Object.entries(costs)
  .toSorted(([, a], [, b]) => priceOf(b) - priceOf(a))
  .map(costRow)
  .join("\n")}

## Tools

A call is a request to \`POST /mcp\` with its body and limits. An answer has ${number(answerTokens)} tokens at most.

| Tool | Largest arguments |
| --- | --- |
${tools.map(toolRow).join("\n")}
`;
}
