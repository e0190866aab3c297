/** English: what documents show beside their words. */
export const note = "Note";
export const tip = "Tip";
export const important = "Important";
export const warning = "Warning";
export const caution = "Caution";
