/** Which pages hold a conversation. */
import type { PageType } from "../../kernel/page-type.ts";

export const holdsMessages = (type: PageType): boolean => type === "CHANNEL" || type === "AI_CHAT";
