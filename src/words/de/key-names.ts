/** Deutsch: Tasten, die anders heißen als ihr Code. */
export const names: Readonly<Record<string, string>> = {
  Mod: "Strg",
  Shift: "Umschalt",
  Enter: "Eingabe",
  Delete: "Entf",
  Space: "Leertaste",
};
