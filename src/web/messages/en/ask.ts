/** English: asking for a page. */
export const sent = "Asked. If there is such a page, its owner is told. It opens here as soon as you may see it.";
export const asked = "Asked.";
