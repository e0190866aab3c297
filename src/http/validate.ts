/** Reads what a request carries, as its route's schemas say. */
import { zValidator } from "@hono/zod-validator";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { z } from "zod";
import { AppError, notFound } from "../kernel/errors.ts";

export const isEmpty = ({ body, headers }: Request): boolean => body === null || headers.get("Content-Length") === "0";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** JSON is UTF-8 (RFC 8259 §8.1). Other bytes would be stored as question marks, and nobody would know. */
const decode = async ({ raw }: HonoRequest): Promise<string> => utf8.decode(await raw.arrayBuffer());

const parseLightly = z.core._safeParse(z.core.$ZodError);

/** As `safeParse`, but what is wrong comes without an `Error`, which is dear and whose stack nobody would read. */
const parse = (schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> =>
  parseLightly(schema, value) as z.ZodSafeParseResult<unknown>; // the issues are the same

/** What does not fit the route's schema is refused with the places where it does not. */
export function validate(
  target: "param" | "query" | "json" | "form",
  schema: z.ZodType,
  bodyOptional = false,
): MiddlewareHandler {
  const check: MiddlewareHandler = zValidator(
    target,
    schema,
    (result) => {
      if (result.success) return;
      // A path that cannot be an id names nothing.
      if (target === "param") throw notFound();
      const issues = result.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
      const [first] = issues;
      const message = first ? `${first.path || "The request"}: ${first.message}` : "The request is not valid.";
      throw new AppError("invalid_request", message, { issues });
    },
    { validationFunction: parse },
  );
  if (target !== "json") return check;
  return (c, next) => {
    if (bodyOptional && isEmpty(c.req.raw)) {
      c.req.addValidatedData(target, {});
      return next();
    }
    // Hono declares what its cache resolves to; what it keeps there are promises.
    c.req.bodyCache.text = decode(c.req) as unknown as string;
    return check(c, next);
  };
}
