/** Fills the test's databases with a workspace of a known size. */
import { env } from "cloudflare:workers";
import { seeding, seedingIndex, type Size } from "./workspace.ts";
import { d1 } from "../support/d1.ts";

/** Returns the number of pages. */
export async function seed(size: Size): Promise<number> {
  for (const [text, ...params] of seeding(size, Date.now())) {
    await env.DB.prepare(text)
      .bind(...params)
      .run();
  }
  for (const [text, ...params] of seedingIndex(size, Date.now())) {
    await env.SEARCH.prepare(text)
      .bind(...params)
      .run();
  }
  const counted = await d1`select count(*) as pages from pages`.first<{ pages: number }>();
  return counted?.pages ?? 0;
}
