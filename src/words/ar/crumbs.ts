/** العربية: المسار إلى الصفحة. */
export const whereThisIs = "موقع هذه الصفحة";
export const pagesIn = (title: string) => `الصفحات في ${title}`;
export const showAll = "عرض كل الصفحات";
