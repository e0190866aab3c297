/** English: keys whose names differ from those of their codes, on machines other than a Mac. */
export const names: Readonly<Record<string, string>> = { Mod: "Ctrl" };
