/** English: the viewer of PDFs. */
export const pages = (title: string) => `Pages of ${title}`;
export const tools = "PDF";
export const page = "Page";
export const ofPages = (count: string) => `of ${count}`;
export const pageName = "Page #";
export const smaller = "Zoom out";
export const larger = "Zoom in";
export const fitWidth = "Fit width";
export const percent = (scale: number) => `${scale}%`;
export const fullScreen = "Full screen";
export const opening = "Opening the PDF…";
export const broken = "This PDF cannot be shown. Download it to open it elsewhere.";
export const locked = "This PDF is protected by a password.";
export const wrongPassword = "That is not the password.";
export const password = "Password";
export const unlock = "Open";
