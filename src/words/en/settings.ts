/** The settings. */
import type { Inline } from "../inline.ts";

export const settings = "Settings";
export const onThisPage = "On this page";
export const profile = "Profile";
export const look = "Language and appearance";
export const language = "Language";
export const browserLanguage = "As the browser";
export const appearance = "Appearance";
export const system = "As the system";
export const light = "Light";
export const saveLook = "Save";
export const dark = "Dark";
export const emailAddress = "E-mail address";
export const passkeys = "Passkeys";
export const connections = "Connections";
export const programs = "Agents and programs";
export const storage = "Storage";
export const signIns = "Sign-ins";
export const resetCredentials = "Reset credentials";
export const exportData = "Export";
export const deleteAccount = "Delete account";
export const noTokens =
  "Let Claude, ChatGPT, an editor or a script read and edit your pages, as you and within your rights.";
export const tokens = { one: "One token lets a program act as you.", other: "# tokens let programs act as you." };
export const connect = "Connect an agent";
export const connectOrRevoke = "Connect or revoke";
export const choosePicture = "Choose a picture";
export const chooseAnother = "Choose another";
export const usePicture = "Use this picture";
export const removePicture = "Remove picture";
export const pictureHint = "PNG, JPEG, GIF or WebP, at most 5 MB and 4096 pixels a side.";
export const name = "Name";
export const username = "Username";
export const usernameHint = "3 to 30 letters from a to z, digits and underscores; yours alone.";
export const aboutYou = "About you";
export const discoverable = "Others may find me by name";
export const saveProfile = "Save profile";
export const profileSaved = "Your profile is saved.";
export const yourPicture = "Your picture";
export const chosenPicture = "The picture you chose";
export const pictureTooLarge = "This picture has more than 5 MB. Choose a smaller one.";
export const pictureUnreadable = "This picture cannot be read.";
export const signInWith = (address: Inline) => ["You sign in with ", address, "."];
export const waitingForProof = (address: Inline) => [
  address,
  " is waiting for proof: open the link that was mailed there. It works for a day. Until then it counts for nothing.",
];
export const mailAgain = "Mail the link again";
export const keepAddress = "Keep the present address";
export const newAddress = "New address";
export const newAddressHint =
  "We mail a link there and tell the present address. When the link is confirmed, every other session ends.";
export const changeAddress = "Change address";
export const connectionsHint = "People you share pages with often. They see your e-mail address, and you see theirs.";
export const seeConnections = "See connections";
export const storageHint =
  "Text and pages are those of the drives you own, whoever wrote them. What is in the trash counts until it is deleted for good.";
export const text = "Text";
export const uploadedFiles = "Files you uploaded";
export const usedOf = (used: string, limit: string) => `${used} of ${limit}`;
export const usedFull = (used: string, limit: string) => `${used} of ${limit}: full`;
export const exportYourData = "Export your data";
export const exportHint =
  "A zip archive of what is stored about you: your account and settings, sessions and devices, messages, permissions, notifications and audit entries as JSON, and each drive you own as its own export, with all files.";
export const savingData = "Your browser is saving your data.";
export const deleteHint =
  "Your account and everything in the drives you choose to delete go for good. What you wrote in drives of other people stays there, as by a deleted user. Export your data first.";
export const deleteSentence =
  "This cannot be undone. Everything that signs in as you stops at once. What you wrote in drives of other people stays, as by a deleted user.";
export const notifications = "Notifications";
export const chooseNotifications = "Choose your notifications";
export const notificationsHint = "Choose which kinds of notification you get.";
