/** English: suggestion mode, and suggestions in the text. */
export const suggesting = "Suggesting";
export const started = "Suggesting is on. What you write is not changed on the page until someone accepts it.";
export const howItWorks = "You are suggesting changes. They do not change the page until someone accepts them.";
export const typeToSuggest = "Edit the text to suggest changes.";
export const counted = { one: "# change", other: "# changes" };
export const comment = "Add a comment (optional)";
export const send = "Suggest";
export const discard = "Discard";
export const leave = "Stop";
export const leaveHint = "Stop suggesting";
export const discardTitle = "Discard your suggestions?";
export const discardSentence = "The changes you made here will be gone. The page stays as it is.";
export const nothing = "There is nothing to suggest yet.";
export const sentCounted = { one: "# suggestion sent.", other: "# suggestions sent." };
export const kept = "Your suggestions are kept on this device until you send or discard them.";
export const left = "Suggesting is off.";
export const offer = "You have suggestions for this page that you haven't sent.";
export const goOn = "Continue";
export const conflict = "Someone changed words that you suggest replacing. Your suggestion now replaces the new words.";
export const too_many = "You can suggest at most 500 changes at once. Discard some of them, or undo the last ones.";
export const too_long = "One change adds more than 10,000 characters. Make it shorter.";
export const removed = "Removed: ";
export const newLine = "New line";
export const accepted = "Suggestion accepted.";
export const rejected = "Suggestion rejected.";
export const noneHere = "Place the caret on a suggestion first.";
export const noneOpen = "There are no open suggestions on this page.";
export const needsLook = "The words have changed since. Look at the suggestion before you accept it.";
export const acceptAll = "Accept all suggestions";
export const rejectAll = "Reject all suggestions";
export const acceptAllSentence = { one: "# suggestion changes the page.", other: "# suggestions change the page." };
export const rejectAllSentence = {
  one: "# suggestion is closed. The page stays as it is.",
  other: "# suggestions are closed. The page stays as it is.",
};
export const acceptedCounted = { one: "# suggestion accepted.", other: "# suggestions accepted." };
export const rejectedCounted = { one: "# suggestion rejected.", other: "# suggestions rejected." };
export const leftCounted = {
  one: "# needs another look, because its words have changed.",
  other: "# need another look, because their words have changed.",
};
