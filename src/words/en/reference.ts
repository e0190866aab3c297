/** English: the API reference. */
import type { Inline } from "../inline.ts";

export const title = "API reference";
export const about = (description: string, version: string, link: Inline) => [
  `${description} Version ${version}. Also available as a document: `,
  link,
  ".",
];
export const sections = "Sections";
export const credential = (names: string) => `Authentication: ${names}.`;
export const none = "none";
export const either = (names: readonly string[]) => names.join(" or ");
export const required = ", required";
export const body = "Body";
export const answer = (status: string) => `Response ${status}`;
export const notJson = "not JSON";
