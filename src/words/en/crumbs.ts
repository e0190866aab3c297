/** English: the way to a page. */
export const whereThisIs = "Breadcrumb";
export const pagesIn = (title: string) => `Pages in ${title}`;
export const showAll = "Show all pages";
