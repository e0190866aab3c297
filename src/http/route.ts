/** Route declarations. The app does not start if one is incomplete. */
import type { Context } from "hono";
import type * as z from "zod";
import type { Caller } from "../kernel/caller.ts";
import { Success } from "../kernel/contract.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { AdminDeps, Deps } from "../deps.ts";
import type { LimitRule } from "../kernel/limit.ts";

/** Who may call: `anyone` needs no credential (and gets none); the others name the accepted kinds of credential. */
type Principal = "anyone" | "session" | "mcp";

/**
 * How a request with a cookie proves that it comes from our own pages. `token`: same-origin by Fetch Metadata, and a
 * session-bound token for cookie sessions. `origin`: same-origin only (before there is a session). `none`: safe methods, or
 * routes whose credential browsers never attach automatically.
 */
type CsrfRule = "token" | "origin" | "none";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Schema = z.ZodType;

/**
 * A limit of a route. A plain rule is applied to every request: by `ip` and `network` before the request is read, by `user` and
 * `token` as soon as the caller is known. With a `bucket`, hits on this route are counted separately from the rule's other
 * routes. `when` describes when a use case applies the limit itself.
 */
type RouteLimit =
  | LimitRule
  | { readonly rule: LimitRule; readonly bucket: string }
  | { readonly rule: LimitRule; readonly when: string };

/** The complete specification of a route. */
export type RouteSpec = {
  readonly method: Method;
  /** Hono's notation: `/api/pages/:pageId`. */
  readonly path: `/${string}`;
  readonly operation: string;
  readonly tag: string;
  readonly summary: string;
  readonly principals: readonly Principal[];
  /**
   * The path under which this is a separate protected resource (RFC 9728): the route accepts tokens granted for it alone,
   * and rejected callers are told where to get one.
   */
  readonly resource?: `/${string}`;
  /** A role that the user must have in addition to a credential; read live, together with the use case's own data. */
  readonly role?: "admin";
  readonly csrf: CsrfRule;
  readonly limits: readonly RouteLimit[];
  /** Largest request body in bytes; 0 = the route accepts none. */
  readonly bodyCap: number;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly json?: Schema;
  /** A request without a body is treated as an empty object. */
  readonly bodyOptional?: true;
  /** Fields of an `application/x-www-form-urlencoded` body. */
  readonly form?: Schema;
  /** Parts of a `multipart/form-data` body, for the API description only; the handler reads the stream itself. */
  readonly multipart?: Schema;
  /** The handler streams a large body and enforces `bodyCap` itself. */
  readonly streamed?: true;
  /** The body is raw bytes, `application/octet-stream`. */
  readonly bytes?: true;
  /** Always responds `{"success":true}`: the handler runs without limits or checks, and reads the body itself. */
  readonly always?: true;
  /** Success status and body. `html`: pages and redirects; `file`: bytes of any type; `socket`: an upgrade. */
  readonly answer: {
    readonly status: 101 | 200 | 201 | 202 | 204 | 302 | 303;
    readonly also?: 200;
    readonly schema: Schema | "html" | "lines" | "file" | "socket";
    /** Media types of a `file` response, for the API description; any type if omitted. */
    readonly types?: readonly string[];
  };
  /** Codes that the use case may throw; `errorsOf` adds those that follow from the rest of the declaration. */
  readonly errors: readonly ErrorCode[];
};

/** Defaults for read-only routes, which change nothing. */
const SAFE = { csrf: "none", limits: [], bodyCap: 0 } as const;

/** The response of a route that declares no other. */
const SUCCESS = { status: 200, schema: Success } as const;

/**
 * A route as declared. A read-only route may omit that it accepts no body, has no limits of its own and needs no CSRF
 * proof; every other route must declare all three. If the response schema is omitted, the handler returns nothing.
 */
export type RouteDeclaration = Omit<RouteSpec, "method" | "errors" | "answer" | keyof typeof SAFE> &
  Partial<Pick<RouteSpec, "errors">> & { readonly answer?: Partial<RouteSpec["answer"]> } & (
    | ({ readonly method: "get" } & Partial<Pick<RouteSpec, keyof typeof SAFE>>)
    | ({ readonly method: Exclude<Method, "get"> } & Pick<RouteSpec, keyof typeof SAFE>)
  );

/** Fills in what the declaration omits. */
export function completeRoute(declaration: RouteDeclaration): RouteSpec {
  const spec = { errors: [], ...declaration, answer: { ...SUCCESS, ...declaration.answer } };
  return spec.method === "get" ? { ...SAFE, ...spec } : spec;
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** Input of a handler: everything validated, and nothing of HTTP but the Hono context for cookies and headers. */
export type RouteInput<R extends RouteDeclaration> = {
  readonly deps: R["role"] extends "admin" ? AdminDeps : Deps;
  readonly caller: R["principals"] extends readonly ("session" | "mcp")[] ? Caller : Caller | null;
  readonly params: Parsed<R["params"]>;
  readonly query: Parsed<R["query"]>;
  readonly json: Parsed<R["json"]>;
  readonly form: Parsed<R["form"]>;
  readonly http: Context;
};

/** A body with a status other than the one declared first. */
export class Answer<T> {
  readonly status: 200;
  readonly body: T;

  constructor(status: 200, body: T) {
    this.status = status;
    this.body = body;
  }
}

/** The declared response, completed with the defaults. */
export type AnswerOf<R extends RouteDeclaration> = Omit<typeof SUCCESS, keyof R["answer"]> & R["answer"];

/** The type of the response body, as a handler returns it. */
type Body<R extends RouteDeclaration> = R["answer"] extends { readonly schema: infer S }
  ? S extends Schema
    ? z.input<S> | Answer<z.input<S>>
    : never
  : void;

export type RouteHandler<R extends RouteDeclaration> = (input: RouteInput<R>) => Promise<Body<R> | Response> | Response;

export type Route = {
  readonly spec: RouteSpec;
  readonly handle: (input: RouteInput<RouteDeclaration>) => Promise<unknown> | Response;
};

/** `/api/pages/:pageId` in OpenAPI notation: `/api/pages/{pageId}`. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");

/** The only media type that a route accepts as its body; null if it accepts none. */
export const mediaTypeOf = (spec: RouteSpec): string | null =>
  spec.json
    ? "application/json"
    : spec.form
      ? "application/x-www-form-urlencoded"
      : spec.multipart
        ? "multipart/form-data"
        : spec.bytes
          ? "application/octet-stream"
          : null;

/** The limits of a route, in a uniform shape. */
export const limitsOf = (
  spec: RouteSpec,
): readonly { readonly rule: LimitRule; readonly bucket?: string; readonly when?: string }[] =>
  spec.limits.map((limit) => ("rule" in limit ? limit : { rule: limit }));

/** Every code a route may respond with: those it declares, and those that follow from the declaration. */
export function errorsOf(spec: RouteSpec): readonly ErrorCode[] {
  if (spec.always) return [];
  const isOpen = spec.principals.includes("anyone");
  const when = (holds: unknown, ...codes: ErrorCode[]): ErrorCode[] => (holds ? codes : []);
  const codes = [
    ...spec.errors,
    "rate_limited" as const,
    "rate_limit_unavailable" as const,
    "unavailable" as const,
    "internal" as const,
    // With two session cookies, it is unclear which one is meant.
    ...when(!isOpen, "unauthenticated", "invalid_request"),
    ...when(spec.principals.includes("mcp"), "scope_empty"),
    // A session with low device trust may not use administrator routes.
    ...when(spec.role, "forbidden", "step_up_required"),
    ...when(spec.csrf !== "none", "cross_site"),
    ...when(spec.csrf === "token", "csrf_missing", "csrf_invalid"),
    ...when(spec.params, "not_found"),
    ...when(spec.query ?? spec.form ?? spec.json, "invalid_request"),
    ...when(spec.json, "invalid_json"),
    ...when(mediaTypeOf(spec), "payload_too_large", "unsupported_media_type"),
  ];
  // Sorted, so that the order does not depend on where a code is declared.
  return [...new Set(codes)].toSorted();
}

/** Throws if a declaration contradicts itself; called for each route before the app serves anything. */
export function checkRoute(spec: RouteSpec): void {
  const fail = (why: string): never => {
    throw new Error(`Route ${spec.method.toUpperCase()} ${spec.path}: ${why}`);
  };
  const unsafe = spec.method !== "get";
  const isOpen = spec.principals.includes("anyone");
  if (spec.principals.length === 0) fail("names no principals");
  if (isOpen && spec.principals.length > 1) fail("allows anyone and also specific principals");
  // HTML pages are for anyone: they redirect visitors who are not signed in to the sign-in page.
  if (spec.role && !spec.principals.includes("session") && spec.answer.schema !== "html")
    fail("requires a role without a session");
  if (unsafe && spec.principals.includes("session") && spec.csrf !== "token")
    fail("changes state by cookie without a CSRF token");
  const bodies = [spec.json, spec.form, spec.multipart, spec.bytes].filter(Boolean).length;
  if (bodies > 1) fail("accepts several types of body");
  if (bodies === 1 && spec.bodyCap === 0) fail("has a body schema but a body cap of 0");
  if (bodies === 0 && spec.bodyCap > 0) fail("has a body cap but no body schema");
  if (/:\w/.test(spec.path) && !spec.params) fail("has path parameters but no schema for them");
  if (!Array.isArray(spec.limits) || !Array.isArray(spec.errors)) fail("declares no limits or errors");
  if (!["token", "origin", "none"].includes(spec.csrf) || !Number.isInteger(spec.bodyCap))
    fail("declares no CSRF rule or body cap");
  for (const { rule, when } of limitsOf(spec)) {
    const counted = {
      ip: true,
      network: true,
      email: false,
      user: !isOpen,
      token: !isOpen,
      device: false,
      account: false,
      service: false,
    };
    if (when === undefined && !counted[rule.dimension]) fail(`has no value to count “${rule.name}” by`);
  }
  if (spec.always && (spec.method !== "post" || spec.principals[0] !== "anyone" || spec.limits.length > 0))
    fail("always responds with success but could reject a caller");
  if (!spec.operation || !spec.summary || !spec.tag) fail("has no operation, summary or tag");
}
