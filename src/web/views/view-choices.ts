/** The user's view settings in this browser. They are stored in cookies, so that the first HTML is right. */
import { readCookie } from "../../http/cookies.ts";

export type ViewChoices = {
  readonly folder: "list" | "gallery";
  readonly tasks: "list" | "board";
  /** Wraps long lines of code. */
  readonly wrapsCode: boolean;
};

export const readViewChoices = (cookies: string | undefined): ViewChoices => ({
  folder: readCookie(cookies, "folder-view") === "gallery" ? "gallery" : "list",
  tasks: readCookie(cookies, "task-view") === "board" ? "board" : "list",
  wrapsCode: readCookie(cookies, "code-lines") === "wrapped",
});
