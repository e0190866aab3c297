/** What a FILE page shows about its current file. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { loadPage } from "../pages/service.ts";
import type { Processing } from "./contract.ts";
import { isProcessing, toProcessing } from "./processing.ts";
import { variantsOf } from "./serve.ts";
import * as store from "./store.ts";
import { servedTypeOf } from "./types.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";

export type PageFile = Processing & {
  readonly filename: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly createdAt: string;
  /** How the page displays the bytes: natively in the browser, or in our own PDF viewer. */
  readonly shownAs: "picture" | "sound" | "film" | "pdf" | "nothing";
  /** Size in pixels of the preview image; null until there is one. */
  readonly preview: { readonly width: number; readonly height: number } | null;
  /** True if no run is in progress, or the run has been lost. */
  readonly canReprocess: boolean;
};

/** Null for a page without a file. */
export async function fileOfPage(deps: AuthDeps, caller: Caller, pageId: string): Promise<PageFile | null> {
  const [, file] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [store.findContent(pageId)]);
  if (!file) return null;
  const { preview } = variantsOf(file);
  return {
    ...toProcessing(file),
    filename: file.filename,
    mimeType: file.mimeType,
    size: file.size,
    createdAt: toIso(file.createdAt),
    shownAs: shownAs(file.mimeType),
    preview: preview ? { width: preview.width, height: preview.height } : null,
    canReprocess: !isProcessing(file, deps.now),
  };
}

function shownAs(mimeType: string): PageFile["shownAs"] {
  if (mimeType === "application/pdf") return "pdf";
  if (!servedTypeOf(mimeType).inline) return "nothing";
  if (mimeType.startsWith("image/")) return "picture";
  if (mimeType.startsWith("audio/")) return "sound";
  return mimeType.startsWith("video/") ? "film" : "nothing";
}
