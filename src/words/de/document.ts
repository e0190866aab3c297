/** Deutsch: was Dokumente neben ihren Wörtern zeigen. */
export const note = "Hinweis";
export const tip = "Tipp";
export const important = "Wichtig";
export const warning = "Warnung";
export const caution = "Vorsicht";
