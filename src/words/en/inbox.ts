/** English: what somebody was told. */
export const markAllRead = "Mark all as read";
export const none = "Mentions and shared pages will show up here.";
export const older = "Older notifications";
export const newPrefix = "New: ";
export const earlier = { one: "# earlier", other: "# earlier" };
export const remove = "Remove";
export const removeOne = (title: string) => `Remove “${title}”`;
export const answerRequest = "Respond to the request";
export const mute = "Mute";
export const mutePage = "Mute this page";
export const muteDrive = "Mute its drive";
export const muteDone = "Muted. You can unmute it at the bottom of this list.";
export const muted = "Muted";
export const driveNamed = (name: string) => `${name} (drive)`;
export const unmute = "Unmute";
export const unmuteOne = (name: string) => `Unmute ${name}`;
