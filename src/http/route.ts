/** What a route must declare. The app does not start with a route that leaves something out. */
import type { Context } from "hono";
import * as z from "zod";
import type { Caller } from "../kernel/caller.ts";
import type { ErrorCode } from "../kernel/errors.ts";
import type { AdminDeps, Deps } from "../deps.ts";
import type { LimitRule } from "../kernel/limit.ts";

/** Who may call: `anyone` needs no credential (and gets none); the others name the kinds of credential taken. */
type Principal = "anyone" | "session" | "mcp";

/**
 * How a cookie-borne request proves that our own pages made it. `token`: same-origin by Fetch Metadata and a
 * session-bound token for cookie sessions. `origin`: same-origin only (before there is a session). `none`: safe
 * methods, or routes whose credential no browser attaches by itself.
 */
type CsrfRule = "token" | "origin" | "none";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Schema = z.ZodType;

/**
 * A limit of a route. A rule by itself is taken for every request: by `ip` and `network` before the request is read, by `email` for the
 * field of that name in its body, by `user` and `token` as soon as the caller is known. With a `bucket`, hits on this route
 * are counted apart from those on the rule's other routes. `when` says on what occasion a use case takes it, which alone
 * can tell.
 */
type RouteLimit =
  | LimitRule
  | { readonly rule: LimitRule; readonly bucket: string }
  | { readonly rule: LimitRule; readonly when: string };

/** All that is known of a route. */
export type RouteSpec = {
  readonly method: Method;
  /** Hono's notation: `/api/pages/:pageId`. */
  readonly path: `/${string}`;
  readonly operation: string;
  readonly tag: string;
  readonly summary: string;
  readonly principals: readonly Principal[];
  /**
   * The path that this is a resource of its own by (RFC 9728): tokens that were granted for it alone are taken here, and
   * refused callers are told where to get one.
   */
  readonly resource?: `/${string}`;
  /** A role the user must hold beside a credential; read live, with the rest that the use case loads. */
  readonly role?: "admin";
  readonly csrf: CsrfRule;
  readonly limits: readonly RouteLimit[];
  /** Largest request body in bytes; 0 = the route takes none. */
  readonly bodyCap: number;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly json?: Schema;
  /** A request without a body is taken for one with an empty object. */
  readonly bodyOptional?: true;
  /** Fields of an `application/x-www-form-urlencoded` body. */
  readonly form?: Schema;
  /** Parts of a `multipart/form-data` body, for the interface's description; the handler reads the stream itself. */
  readonly multipart?: Schema;
  /** The handler reads a large body as it comes in, and keeps to `bodyCap` itself. */
  readonly streamed?: true;
  /** The body is bytes as they are, `application/octet-stream`. */
  readonly bytes?: true;
  /**
   * The answer is `{"success":true}` whatever comes: the handler alone is run, with no limit or check before it, and
   * reads the body itself.
   */
  readonly always?: true;
  /** Success status and body. `html` answers are pages and redirects, `file` answers are bytes of any type, `socket` is an upgrade. */
  readonly answer: {
    readonly status: 101 | 200 | 201 | 202 | 204 | 302 | 303;
    readonly also?: 200;
    readonly schema: Schema | "html" | "lines" | "file" | "socket";
    /** Media types of a `file` answer, for the interface's description; any type if left out. */
    readonly types?: readonly string[];
  };
  /** What its use case may throw; what follows from the rest of the declaration is added by `errorsOf`. */
  readonly errors: readonly ErrorCode[];
};

/** What no body and no cookie can do harm with. */
const SAFE = { csrf: "none", limits: [], bodyCap: 0 } as const;

/**
 * A route as it is written. One that only reads need not say that it takes no body, has no limits of its own and asks for
 * no proof of where it comes from; every other says all three.
 */
export type RouteDeclaration = Omit<RouteSpec, "method" | "errors" | keyof typeof SAFE> &
  Partial<Pick<RouteSpec, "errors">> &
  (
    | ({ readonly method: "get" } & Partial<Pick<RouteSpec, keyof typeof SAFE>>)
    | ({ readonly method: Exclude<Method, "get"> } & Pick<RouteSpec, keyof typeof SAFE>)
  );

/** The declaration with what it may leave out. */
export const completeRoute = (spec: RouteDeclaration): RouteSpec =>
  spec.method === "get" ? { ...SAFE, errors: [], ...spec } : { errors: [], ...spec };

type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** What a handler gets: everything validated, nothing of HTTP but the Hono context for cookies and headers. */
export type RouteInput<R extends RouteDeclaration> = {
  readonly deps: R["role"] extends "admin" ? AdminDeps : Deps;
  readonly caller: R["principals"] extends readonly ("session" | "mcp")[] ? Caller : Caller | null;
  readonly params: Parsed<R["params"]>;
  readonly query: Parsed<R["query"]>;
  readonly json: Parsed<R["json"]>;
  readonly form: Parsed<R["form"]>;
  /** A silent limit was reached: answer as if all went well, and do nothing. */
  readonly silenced: boolean;
  readonly http: Context;
};

/** A body with a status other than the declared first one. */
export class Answer<T> {
  readonly status: 200;
  readonly body: T;

  constructor(status: 200, body: T) {
    this.status = status;
    this.body = body;
  }
}

type Body<R extends RouteDeclaration> = R["answer"]["schema"] extends Schema ? z.input<R["answer"]["schema"]> : never;

export type RouteHandler<R extends RouteDeclaration> = (
  input: RouteInput<R>,
) => Promise<Body<R> | Answer<Body<R>> | Response> | Response;

export type Route = { readonly spec: RouteSpec; readonly handle: RouteHandler<RouteDeclaration> };

/** `/api/pages/:pageId` as OpenAPI writes it: `/api/pages/{pageId}`. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");

/** The one media type a route takes as its body; null when it takes none. */
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

/** The limits of a route, in one form. */
export const limitsOf = (
  spec: RouteSpec,
): readonly { readonly rule: LimitRule; readonly bucket?: string; readonly when?: string }[] =>
  spec.limits.map((limit) => ("rule" in limit ? limit : { rule: limit }));

/** Every code a route may answer with: what it declares, and what follows from how it is declared. */
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
    // Of two session cookies nobody can tell which is meant.
    ...when(!isOpen, "unauthenticated", "invalid_request"),
    ...when(spec.principals.includes("mcp"), "scope_empty"),
    // Whatever administrators see or do is refused to a device that is hardly trusted.
    ...when(spec.role, "forbidden", "step_up_required"),
    ...when(spec.csrf !== "none", "cross_site"),
    ...when(spec.csrf === "token", "csrf_missing", "csrf_invalid"),
    ...when(spec.params, "not_found"),
    ...when(spec.query ?? spec.form ?? spec.json, "invalid_request"),
    ...when(spec.json, "invalid_json"),
    ...when(mediaTypeOf(spec), "payload_too_large", "unsupported_media_type"),
  ];
  // The order says nothing, so it does not depend on who declares what.
  return [...new Set(codes)].toSorted();
}

/** Throws when a declaration contradicts itself; called for each route before the app serves anything. */
export function checkRoute(spec: RouteSpec): void {
  const fail = (why: string): never => {
    throw new Error(`Route ${spec.method.toUpperCase()} ${spec.path}: ${why}`);
  };
  const unsafe = spec.method !== "get";
  const isOpen = spec.principals.includes("anyone");
  if (spec.principals.length === 0) fail("names no principals");
  if (isOpen && spec.principals.length > 1) fail("is for anyone and for some");
  // Pages are for anyone: they lead those who are not signed in to where they sign in.
  if (spec.role && !spec.principals.includes("session") && spec.answer.schema !== "html")
    fail("asks for a role without a session");
  if (unsafe && spec.principals.includes("session") && spec.csrf !== "token")
    fail("changes state by cookie without a CSRF token");
  const bodies = [spec.json, spec.form, spec.multipart, spec.bytes].filter(Boolean).length;
  if (bodies > 1) fail("takes bodies of several types");
  if (bodies === 1 && spec.bodyCap === 0) fail("takes a body and allows none");
  if (bodies === 0 && spec.bodyCap > 0) fail("allows a body and has no schema for it");
  if (/:\w/.test(spec.path) && !spec.params) fail("has path parameters and no schema for them");
  if (!Array.isArray(spec.limits) || !Array.isArray(spec.errors)) fail("declares no limits or errors");
  if (!["token", "origin", "none"].includes(spec.csrf) || !Number.isInteger(spec.bodyCap))
    fail("declares no CSRF rule or body cap");
  for (const { rule, when } of limitsOf(spec)) {
    const counted = {
      ip: true,
      network: true,
      email: spec.json instanceof z.ZodObject && "email" in spec.json.shape,
      user: !isOpen,
      token: !isOpen,
      device: false,
      account: false,
      service: false,
    };
    if (when === undefined && !counted[rule.dimension]) fail(`has nothing to count “${rule.name}” by`);
  }
  if (spec.always && (spec.method !== "post" || spec.principals[0] !== "anyone" || spec.limits.length > 0))
    fail("answers whatever comes and would refuse somebody");
  if (!spec.operation || !spec.summary || !spec.tag) fail("is not described");
}
