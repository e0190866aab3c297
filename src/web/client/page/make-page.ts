/** The only place that creates pages: on the service, or on this device while the service is unreachable. */
import { v7 } from "uuid";
import type { PageAppearance } from "../../../kernel/page.ts";
import type { Page } from "../../../features/pages/contract.ts";
import { ApiError, call } from "../api/api.ts";
import type { WantedPage } from "../offline/pending-pages/store.ts";
import { addToTree } from "../shell/side.tsx";

/** A page with initial text is created on the service only. */
export type NewPage = WantedPage & PageAppearance & { readonly content?: string };

/** Also adds the page to the tree. */
export async function makePage(wanted: NewPage): Promise<Page> {
  // The response may be lost after the page was created.
  const idempotencyKey = v7();
  try {
    const page = await call<Page>("POST", "/api/pages", { ...wanted, idempotencyKey });
    addToTree({ ...page, hasChildren: false });
    return page;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === "offline";
    if (!isUnreachable || wanted.content !== undefined) throw error;
    return (await import("../offline/pending-pages/make.ts")).makePending(wanted, idempotencyKey);
  }
}
