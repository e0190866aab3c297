/** English: the settings of a chat's agent. */
export const title = "Settings of the agent";
export const notYet = "Agents don't reply here yet. These settings are saved for when they do.";
export const prompt = "Instructions";
export const promptHint = "Sent to the model before the conversation.";
export const provider = "Provider";
export const model = "Model";
export const tools = "Tools";
export const toolsHint = "What the agent may do with pages, limited to the rights of the person asking.";
export const save = "Save";
export const saved = "The settings of the agent are saved.";
