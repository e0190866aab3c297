/** العربية: محررات النص. */
export const textOfPage = "نص الصفحة";
export const howToRead = (key: string) => `لقراءته بعناوينه وقوائمه وجداوله اضغط ${key}.`;
