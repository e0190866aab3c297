/** What a tool does, in plain words; a tool without words is shown by its name. */
export { isReadingTool } from "../../../kernel/agent-tools.ts";
import { words } from "../../../words/run.ts";

export const toolLabel = (name: string): string =>
  Object.hasOwn(words.tools, name) ? words.tools[name as keyof typeof words.tools] : name;
