/** English: going from drive to drive. */
export const drives = "Drives";
export const find = "Find a drive";
export const open = "Current";
export const yours = "Your drives";
export const shared = "Shared with you";
export const newDrive = "New drive…";
export const newDriveCalled = (drive: string) => `New drive “${drive}”…`;
export const name = "Name of the new drive";
export const ownHint = "You will own it. Nobody else can see it until you add them.";
export const make = "Create drive";
export const back = "Back";
export const place = "Where its people are";
export const nearYou = "Near you";
export const placeHint = "Live editing is fastest there.";
export const places = {
  wnam: "Western North America",
  enam: "Eastern North America",
  sam: "South America",
  weur: "Western Europe",
  eeur: "Eastern Europe",
  apac: "Asia-Pacific",
  oc: "Oceania",
  afr: "Africa",
  me: "Middle East",
};
export const placeOf = (location: string) => `Live editing is fastest near: ${location}`;
