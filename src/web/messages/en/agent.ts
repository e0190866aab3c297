/** English: the settings of a chat's agent. */
export const title = "Settings of the agent";
export const notYet = "No agent answers here yet. What is set here is kept for the one that will.";
export const prompt = "Instructions";
export const promptHint = "What the agent is told before it reads the conversation.";
export const provider = "Provider";
export const model = "Model";
export const tools = "Tools";
export const toolsHint = "What the agent may do with pages, always within the rights of whoever asks it.";
export const save = "Save";
export const saved = "The settings of the agent are saved.";
