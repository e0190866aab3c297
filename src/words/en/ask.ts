/** English: asking for a page. */
export const sent =
  "Request sent. If this page exists, its owner is notified. It opens here as soon as you have access.";
export const asked = "Request sent.";
