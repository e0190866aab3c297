/** How this browser's owner wants views to be shown. The browser keeps it in cookies, so that the first HTML is right. */
import { readCookie } from "../http/cookies.ts";

export type ViewChoices = {
  readonly folder: "list" | "gallery";
  readonly tasks: "list" | "board";
  /** Long lines of code are broken. */
  readonly wrapsCode: boolean;
};

export const readViewChoices = (cookies: string | undefined): ViewChoices => ({
  folder: readCookie(cookies, "folder-view") === "gallery" ? "gallery" : "list",
  tasks: readCookie(cookies, "task-view") === "board" ? "board" : "list",
  wrapsCode: readCookie(cookies, "code-lines") === "wrapped",
});
