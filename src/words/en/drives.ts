/** English: going from drive to drive. */
export const drives = "Drives";
export const find = "Find a drive";
export const open = "Open";
export const yours = "Yours";
export const shared = "Shared with you";
export const newDrive = "New drive…";
export const newDriveCalled = (drive: string) => `New drive “${drive}”…`;
export const name = "Name of the new drive";
export const ownHint = "You own it. Nobody else sees it until you add them.";
export const make = "Make drive";
export const back = "Back";
