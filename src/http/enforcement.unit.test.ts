/** A route's declared requirements on its callers are always enforced. */
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import type { AdminDeps, Deps } from "../deps.ts";
import { LIMIT_RULES } from "../rate-limits/rules.ts";
import { enforcementOf } from "./enforcement.ts";
import { checkRoute, type RouteInput, type RouteSpec } from "./route.ts";

const ROUTE = {
  method: "post",
  path: "/api/things",
  operation: "makeThing",
  tag: "Things",
  summary: "Make a thing",
  principals: ["session"],
  csrf: "token",
  limits: [],
  bodyCap: 100,
  json: z.object({ email: z.string() }),
  answer: { status: 200, schema: z.object({}) },
  errors: [],
} as const satisfies RouteSpec;
const OPEN = { ...ROUTE, principals: ["anyone"] } as const satisfies RouteSpec;

test("rejects a limit without a value to count by, unless it names the use case that counts it", () => {
  const check = (spec: RouteSpec): string => {
    try {
      checkRoute(spec);
      return "taken";
    } catch (error) {
      return String(error);
    }
  };
  const user = LIMIT_RULES.uploadByUser;
  const mailbox = LIMIT_RULES.magicLinkSendByEmail;
  const device = LIMIT_RULES.deviceRefreshByDevice;
  expect(check({ ...ROUTE, limits: [user, { rule: user, bucket: "things" }] })).toBe("taken");
  expect(check({ ...OPEN, limits: [user] })).toMatch("has no value to count “upload” by");
  expect(check({ ...ROUTE, limits: [mailbox] })).toMatch("no value to count “magic-link/send” by");
  expect(check({ ...OPEN, limits: [device] })).toMatch("no value to count “device/refresh” by");
  expect(check({ ...OPEN, limits: [{ rule: device, when: "the device is known" }] })).toBe("taken");
});

test("provides administrator dependencies only to routes that declare the role", () => {
  type Admin = typeof ROUTE & { readonly role: "admin" };
  expectTypeOf<RouteInput<Admin>["deps"]>().toEqualTypeOf<AdminDeps>();
  expectTypeOf<RouteInput<typeof ROUTE>["deps"]>().toEqualTypeOf<Deps>();
  expectTypeOf<Deps>().not.toExtend<AdminDeps>();
});

test("throws if a route responds without a caller check, except for public routes", () => {
  const deps = (actor: object | null) => ({ identity: { actor } }) as Deps; // the only field that is read
  const answering = (spec: RouteSpec, actor: object | null, result: unknown) => () =>
    enforcementOf(spec).requireCallerChecked(deps(actor), result);
  expect(answering(ROUTE, null, {})).toThrow("makeThing responded");
  expect(answering(ROUTE, null, new Response("file"))).toThrow("makeThing responded");
  expect(answering(ROUTE, {}, {})).not.toThrow();
  expect(answering(OPEN, null, {})).not.toThrow();
  expect(answering({ ...OPEN, role: "admin" }, null, new Response("page"))).toThrow("makeThing responded");
  expect(answering({ ...OPEN, role: "admin" }, null, new Response(null, { status: 303 }))).not.toThrow();
});
