/** English: a page that is open for reading while others edit it. */
export const updated = "Updated with changes made elsewhere.";
export const linesChanged = "Changed since it was quoted: the quoted words are no longer on these lines.";
export const pageChanged = "This page has changed since it was quoted.";
