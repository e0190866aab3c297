/** English: a page that is read while others write it. */
export const updated = "Updated with changes made elsewhere.";
