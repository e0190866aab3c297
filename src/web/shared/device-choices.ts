/** What users choose for a device in the settings; the first option of each is the usual one. */

/** Heights of rows in trees, lists and menus. */
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

/** Typefaces of the text of documents. */
export const FONTS = ["sans", "serif"] as const;
export type Font = (typeof FONTS)[number];

/** Widths of the text of documents. */
export const TEXT_WIDTHS = ["standard", "wide"] as const;
export type TextWidth = (typeof TEXT_WIDTHS)[number];
