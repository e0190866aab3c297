/** English: the first drive of a new user. */
export const welcome = "Welcome";
export const yours = "This drive is yours. Nobody else sees what you write here until you share it.";
export const callYou = "What should others call you?";
export const nameHint = "Shown next to what you write. You can change it in your settings.";
export const begin = "Start with three sample pages";
export const firstPage = "Create the first page";
