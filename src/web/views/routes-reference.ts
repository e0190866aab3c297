/** Routes that describe the other routes. */
import * as z from "zod";
import { referencePage, type Reference } from "./reference.tsx";
import { openApiDocument } from "../../http/openapi.ts";
import type { Route } from "../../http/route.ts";
import { routes } from "../../http/route-list.ts";
import { toHtml } from "./html.ts";
import { displaySettingsOf } from "../../http/preferences.ts";

const OPEN = {
  method: "get",
  tag: "System",
  principals: ["anyone"],
} as const;

/** Describes `list` and these routes themselves. */
export function referenceRoutes(list: readonly Route[], version: string) {
  let document: Record<string, unknown> | undefined;
  const current = (): Record<string, unknown> => (document ??= openApiDocument([...list, ...own.list], version));
  const own = routes()
    .add(
      {
        ...OPEN,
        path: "/api/openapi.json",
        operation: "getOpenApi",
        summary: "This API as an OpenAPI 3.1 document",
        answer: { status: 200, schema: z.record(z.string(), z.unknown()) },
      },
      () => Promise.resolve(current()),
    )
    .add(
      {
        ...OPEN,
        path: "/api/docs",
        operation: "getReference",
        summary: "API reference page",
        answer: { status: 200, schema: "html" },
      },
      // The document comes from openApiDocument, so it has the shape of Reference.
      ({ deps, http }) => {
        const display = { ...displaySettingsOf(deps, http), language: "en" } as const;
        return Promise.resolve(http.html(toHtml(display, () => referencePage(current() as unknown as Reference))));
      },
    );
  return own;
}
