/** English: the first drive of a new person. */
export const welcome = "Welcome";
export const yours = "This drive is yours. Nobody else sees what you write here until you share it.";
export const callYou = "What should others call you?";
export const nameHint = "It stands beside what you write. You can change it in the settings.";
export const begin = "Begin with three short pages";
export const firstPage = "Create the first page";
