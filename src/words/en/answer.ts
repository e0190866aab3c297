/** English: an agent's answer, and why there is none. */
export const hiddenPage = "A page you can't see";
export const untitled = "Untitled";
export const queued = "Waits for the answer before it";
export const thinking = "Working…";
export const resumed = "Went on after an interruption";
export const fullness = (percent: string) => `${percent} of the context used`;
export const fullnessHint = "How much of what the model can keep in mind this conversation fills.";
export const waitsFor = (name: string) => `Waits for ${name}`;
export const waitsForAsker = "Waits for the person who asked";
export const changed = { one: "Changed # page", other: "Changed # pages" };
export const undoAll = "Undo all";
export const wasUndone = "Undone";
export const stop = "Stop";
export const began = (agent: string) => `${agent} is answering.`;
export const asks = (agent: string) => `${agent} asks for your approval.`;
export const ended = (agent: string) => `${agent} has answered.`;
export const endedBadly = (agent: string) => `${agent} couldn't finish its answer.`;
export const wasStopped = (agent: string) => `${agent} was stopped.`;
export const errors = {
  model_gone: "The model is no longer available. Choose another one in the agent settings, then ask again.",
  model_busy: "The model is busy. Ask again in a few minutes.",
  model_denied: "The model's provider denied access. Ask an administrator to check its key.",
  model_rejected: "The model rejected this conversation. Ask differently, or choose another model.",
  model_silent: "The model stopped responding. Ask again.",
  model_garbled: "The model's response was unreadable. Ask again, or choose another model.",
  answer_too_long: "The answer became too long. Ask for a shorter one, or for one part at a time.",
  too_many_steps: "The answer took too many steps. What it did so far is kept. Ask for one part at a time.",
  timed_out: "The answer took too long. What it did so far is kept. Ask for one part at a time.",
  interrupted: "The answer was interrupted too often. What it did so far is kept. Ask again.",
  limit_reached: "The usage limit is reached. Ask again later, or ask an administrator to raise it.",
  rights_lost: "The person who asked can no longer write on this page, so the answer ended.",
  agent_hidden: "Some people here can't see the agent's page, so it can't answer here. Share that page with them.",
  approval_expired: "Nobody approved the change in time, so it wasn't made. Ask again if you still want it.",
  internal: "Something failed on our side. What it did so far is kept. Ask again.",
};
export const unavailable = {
  not_configured: "No model is set up here, so nobody answers.",
  unknown_model: "Nobody answers, because the agent's model is not available here. Choose another one in its settings.",
  limit_reached: "Nobody answers, because the usage limit is reached. Ask again later.",
  too_many_queued: "Nobody answers this, because too many questions are waiting. Ask again when some are answered.",
};
