/** Deutsch: was verschoben oder in den Papierkorb gelegt wurde. */
export const trashed = (title: string) => `„${title}“ in den Papierkorb verschoben.`;
export const pagesTrashed = {
  one: "# Seite in den Papierkorb verschoben.",
  other: "# Seiten in den Papierkorb verschoben.",
};
export const moved = (title: string, to: string) => `„${title}“ nach „${to}“ verschoben.`;
export const movedToTop = (title: string) => `„${title}“ ganz nach oben in die Ablage verschoben.`;
export const pages = { other: "# Seiten" };
export const pagesMoved = (several: string, to: string) => `${several} nach „${to}“ verschoben.`;
export const pagesMovedToTop = { other: "# Seiten ganz nach oben in die Ablage verschoben." };
export const intoItself = "Eine Seite kann nicht in sich selbst oder in eine ihrer Unterseiten verschoben werden.";
