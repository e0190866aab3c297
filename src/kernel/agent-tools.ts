/** Tools that change nothing; a new agent has these. */
export const READING_TOOLS = ["list_drives", "list_pages", "search", "fetch", "list_members", "history"] as const;

export const isReadingTool = (name: string): boolean => (READING_TOOLS as readonly string[]).includes(name);
