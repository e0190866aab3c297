/** Validates requests against their route's schemas. */
import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import { $ZodError, _safeParse } from "zod/v4/core";
import { AppError, invalid, notFound } from "../kernel/errors.ts";
import { TooDeep, parseJson } from "../kernel/json.ts";

export const isEmpty = ({ body, headers }: Request): boolean => body === null || headers.get("Content-Length") === "0";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

const parseLightly = _safeParse($ZodError);

/** Like `safeParse`, but without creating an `Error`, which is expensive and whose stack nobody would read. */
const parse = (schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> =>
  parseLightly(schema, value) as z.ZodSafeParseResult<unknown>; // the issues are the same

/** Maximum number of reported issues: a list can contain as many as a body has bytes. */
const MAX_ISSUES = 100;

function refusal({ issues: all }: $ZodError): AppError {
  const issues = all.slice(0, MAX_ISSUES).map(({ path, message }) => ({ path: path.join("."), message }));
  const [first] = issues;
  const message = first ? `${first.path || "The request"}: ${first.message}` : "The request is not valid.";
  return new AppError("invalid_request", message, { issues });
}

/** Rejects input that does not match the route's schema, and lists the issues. */
export const validate = (target: "param" | "query" | "form", schema: z.ZodType): MiddlewareHandler =>
  zValidator(
    target,
    schema,
    (result) => {
      if (result.success) return;
      // A path parameter that cannot be an id refers to nothing.
      throw target === "param" ? notFound() : refusal(result.error);
    },
    { validationFunction: parse },
  );

export function validateJson(schema: z.ZodType, bodyOptional = false): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const result = parse(schema, bodyOptional && isEmpty(raw) ? {} : await parseBody(raw));
    if (!result.success) throw refusal(result.error);
    c.req.addValidatedData("json", result.data as object); // a body's schema is that of an object
    return next();
  };
}

async function parseBody(request: Request): Promise<unknown> {
  try {
    // JSON is UTF-8 (RFC 8259 §8.1). Other bytes would silently be stored as replacement characters.
    return parseJson(utf8.decode(await request.arrayBuffer()));
  } catch (error) {
    if (error instanceof TooDeep) throw invalid("", `The body ${error.message}.`);
    throw new AppError("invalid_json", "The body is not valid JSON in UTF-8.");
  }
}
