/** English: a page that is open for reading while others edit it. */
export const updated = "Updated with changes made elsewhere.";
