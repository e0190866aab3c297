/** English: the editors of text. */
export const textOfPage = "Text of the page";
export const howToRead = (key: string) => `To read it with its headings, lists and tables, press ${key}.`;
