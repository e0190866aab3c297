/** The tables of docs/limits.md that follow from declarations: which request costs at most what. */
import type { LimitRule } from "../src/kernel/limit.ts";

export type LimitedRoute = {
  readonly method: string;
  readonly path: string;
  readonly principals: readonly string[];
  readonly role?: string | undefined;
  /** In bytes; 0 for none. */
  readonly bodyCap: number;
  readonly limits: readonly { readonly rule: LimitRule; readonly when?: string | undefined }[];
};

/** A tool as it is listed; `inputSchema` is JSON Schema. */
export type LimitedTool = { readonly name: string; readonly inputSchema: Readonly<Record<string, unknown>> };

export type LimitsPage = {
  readonly routes: readonly LimitedRoute[];
  readonly tools: readonly LimitedTool[];
  /** Requests a minute at one location of the platform. */
  readonly coarse: Readonly<Record<string, number>>;
  /** Tokens that one answer of a tool has at most. */
  readonly answerTokens: number;
};

export const BEGIN = "<!-- Written by `npm run limits` from the declarations: do not edit below. -->";

/** A duration as people say it: whole hours, minutes or seconds. */
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

/** Every bound of a schema, by the path of its field. */
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

/** What stands below the mark in docs/limits.md. */
export function limitsPage({ routes, tools, coarse, answerTokens }: LimitsPage): string {
  const sorted = routes.toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
  const gates = Object.entries(coarse).map(([gate, perMinute]) => `${gate} ${number(perMinute)}`);
  return `${BEGIN}

## Routes

Bodies in bytes. Every route is behind the coarse limits first, in requests a minute at each location: ${gates.join(", ")}.

| Route | For | Body | Counted, beside the coarse limits |
| --- | --- | --- | --- |
${sorted.map(routeRow).join("\n")}

## Tools

A call is a request to \`POST /mcp\` with its body and limits. An answer has ${number(answerTokens)} tokens at most.

| Tool | Largest arguments |
| --- | --- |
${tools.map(toolRow).join("\n")}
`;
}
