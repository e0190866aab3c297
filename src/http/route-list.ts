/** A typed list of routes: the source for the app, OpenAPI, tests and the `hc` client. */
import type { Hono } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { ToSchema, TypedResponse, Schema as HonoSchema, BlankEnv } from "hono/types";
import type * as z from "zod";
import {
  checkRoute,
  completeRoute,
  type AnswerOf,
  type Route,
  type RouteDeclaration,
  type RouteHandler,
} from "./route.ts";

type Part<Key extends string, S> = S extends z.ZodType ? { [K in Key]: z.input<S> } : object;

type RequestOf<R extends RouteDeclaration> = Part<"param", R["params"]> &
  Part<"query", R["query"]> &
  Part<"json", R["json"]> &
  Part<"form", R["form"]>;

type ResponseOf<A> = A extends {
  readonly schema: infer S extends z.ZodType;
  readonly status: infer Status extends StatusCode;
}
  ? TypedResponse<z.output<S>, Status | (A extends { readonly also: 200 } ? 200 : never), "json">
  : A extends { readonly status: infer Status extends StatusCode }
    ? TypedResponse<string, Status, "text">
    : never;

type Added<R extends RouteDeclaration> = ToSchema<R["method"], R["path"], RequestOf<R>, ResponseOf<AnswerOf<R>>>;

/** An immutable list of routes; `S` is the schema that Hono's client reads. */
class Routes<S extends HonoSchema = Record<never, never>> {
  readonly list: readonly Route[];

  constructor(list: readonly Route[]) {
    this.list = list;
  }

  /** Adds a route. Throws if its declaration is incomplete. */
  add<const R extends RouteDeclaration>(declaration: R, handle: RouteHandler<R>): Routes<S & Added<R>> {
    const spec = completeRoute(declaration);
    checkRoute(spec);
    return new Routes([...this.list, { spec, handle }]);
  }

  join<T extends HonoSchema>(other: Routes<T>): Routes<S & T> {
    return new Routes([...this.list, ...other.list]);
  }
}

export const routes = (): Routes => new Routes([]);

/** The app type for `hc`. */
export type ClientApp<R> = R extends Routes<infer S> ? Hono<BlankEnv, S> : never;
