/** English: making a page. */
export const untitled = "Untitled";
export const title = "Title";
export const type = "Type";
export const place = "Place";
export const atTop = (drive: string) => `At the top of ${drive}`;
export const underThisPage = "Under this page";
export const under = (page: string) => `Under ${page}`;
export const create = "Create";
export const onlyTheyMake = "Only those who run this drive make pages in it.";
