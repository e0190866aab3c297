/** Creates a page, on the service or here while that cannot be reached: the only place that does. */
import { v7 } from "uuid";
import type { Page } from "../../features/pages/contract.ts";
import { ApiError, call } from "./api.ts";
import type { WantedPage } from "./pending-pages/store.ts";
import { addToTree } from "./side.tsx";

/** A page with a text from the start is created on the service alone. */
export type NewPage = WantedPage & { readonly content?: string };

/** It is in the tree then. */
export async function makePage(wanted: NewPage): Promise<Page> {
  // The answer may be lost after the page was created.
  const idempotencyKey = v7();
  try {
    const page = await call<Page>("POST", "/api/pages", { ...wanted, idempotencyKey });
    addToTree({ ...page, hasChildren: false });
    return page;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === "offline";
    if (!isUnreachable || wanted.content !== undefined) throw error;
    return (await import("./pending-pages/make.ts")).makePending(wanted, idempotencyKey);
  }
}
