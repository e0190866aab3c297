/** Which pages have an agent. */
import { AppError } from "../../kernel/errors.ts";
import type { LoadedPage } from "../../kernel/page.ts";

export function requireAgent(page: LoadedPage): void {
  if (page.type !== "AI_CHAT") throw new AppError("not_ai_chat", "Only AI_CHAT pages have an agent.");
}
