/** Sends the creation of a page: the only place that does. */
import type { Page, PageType } from "../../features/pages/contract.ts";
import { call } from "./api.ts";
import { addToTree } from "./side.tsx";

export type NewPage = {
  readonly driveId: string;
  readonly title: string;
  readonly type: PageType;
  readonly parentId: string | null;
  readonly content?: string;
};

export async function makePage(wanted: NewPage): Promise<Page> {
  const page = await call<Page>("POST", "/api/pages", wanted);
  addToTree({ ...page, hasChildren: false });
  return page;
}
