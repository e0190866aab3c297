/** English: the settings. */
import type { Inline } from "../inline.ts";

export const settings = "Settings";
export const onThisPage = "On this page";
export const profile = "Profile";
export const look = "Language and appearance";
export const language = "Language";
export const browserLanguage = "Same as browser";
export const appearance = "Appearance";
export const system = "Same as system";
export const light = "Light";
export const saveLook = "Save";
export const dark = "Dark";
export const density = "Density on this device";
export const comfortable = "Comfortable";
export const compact = "Compact";
export const font = "Text of documents on this device";
export const sans = "Sans serif";
export const serif = "Serif";
export const textWidth = "Width of documents on this device";
export const standard = "Standard";
export const wide = "Wide";
export const emailAddress = "Email address";
export const passkeys = "Passkeys";
export const connections = "Connections";
export const programs = "Agents and apps";
export const storage = "Storage";
export const signIns = "Sign-ins";
export const resetCredentials = "Reset credentials";
export const exportData = "Export";
export const deleteAccount = "Delete account";
export const noTokens =
  "Let Claude, ChatGPT, an editor or a script read and edit your pages on your behalf and with your permissions.";
export const tokens = { one: "1 token lets an app act as you.", other: "# tokens let apps act as you." };
export const connect = "Connect an agent";
export const connectOrRevoke = "Manage tokens";
export const choosePicture = "Choose a picture";
export const chooseAnother = "Choose another picture";
export const usePicture = "Use this picture";
export const removePicture = "Remove picture";
export const pictureHint = "PNG, JPEG, GIF or WebP, at most 5 MB and 4096 pixels a side.";
export const name = "Name";
export const username = "Username";
export const usernameHint = "3 to 30 characters: letters from a to z, digits and underscores. It must be unique.";
export const aboutYou = "About you";
export const discoverable = "Let others find me by name";
export const saveProfile = "Save profile";
export const profileSaved = "Profile saved.";
export const yourPicture = "Your picture";
export const chosenPicture = "The picture you chose";
export const pictureTooLarge = "This picture is larger than 5 MB. Choose a smaller one.";
export const pictureUnreadable = "This picture cannot be read.";
export const signInWith = (address: Inline) => ["You sign in with ", address, "."];
export const waitingForProof = (address: Inline) => [
  address,
  " is not confirmed yet. Open the link we emailed to it; the link expires after one day. Until you confirm it, the address has no effect.",
];
export const mailAgain = "Resend the link";
export const keepAddress = "Keep current address";
export const newAddress = "New address";
export const newAddressHint =
  "We email a link to the new address and notify the current one. When you confirm the link, all other sessions end.";
export const addressStays =
  "This installation sends no mail, so no new address can be confirmed, and this one cannot be changed.";
export const changeAddress = "Change address";
export const connectionsHint = "People you share pages with often. They see your email address, and you see theirs.";
export const seeConnections = "View connections";
export const storageHint =
  "Text and pages include everything in the drives you own, no matter who wrote it. Pages in the trash count until they are deleted permanently.";
export const text = "Text";
export const uploadedFiles = "Files you uploaded";
export const usedOf = (used: string, limit: string) => `${used} of ${limit}`;
export const usedFull = (used: string, limit: string) => `${used} of ${limit}: full`;
export const exportYourData = "Export your data";
export const exportHint =
  "A zip archive of all data stored about you: your account and settings, sessions and devices, messages, permissions, notifications and audit entries as JSON, and each drive you own as its own export, with all files.";
export const savingData = "Your browser is saving your data.";
export const deleteHint =
  "Your account and everything in the drives you choose to delete are deleted permanently. What you wrote in other people's drives stays there, shown as written by a deleted user. Export your data first.";
export const deleteSentence =
  "This cannot be undone. All your sessions, devices, passkeys and tokens stop working immediately. What you wrote in other people's drives stays, shown as written by a deleted user.";
export const notifications = "Notifications";
export const chooseNotifications = "Choose your notifications";
export const notificationsHint = "Choose which kinds of notification you get.";
