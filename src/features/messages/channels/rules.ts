/** Which pages hold a conversation. */
import type { PageType } from "../../../kernel/page-type.ts";

export const hasMessages = (type: PageType): boolean => type === "CHANNEL" || type === "AI_CHAT";
