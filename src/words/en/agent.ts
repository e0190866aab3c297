/** English: the settings of a chat's agent. */
export const title = "Agent settings";
export const notYet = "Agents don't reply here yet. These settings are saved for when they do.";
export const prompt = "Instructions";
export const promptHint = "Sent to the model before the conversation.";
export const provider = "Provider";
export const model = "Model";
export const tools = "Tools";
export const toolsHint = "What the agent can do with pages, within the permissions of the person who asks.";
export const save = "Save";
export const saved = "Agent settings saved.";
