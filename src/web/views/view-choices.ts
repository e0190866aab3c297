/** The user's view settings in this browser. They are stored in cookies, so that the first HTML is right. */
import { readCookie } from "../../http/cookies.ts";
import { type Layout, LAYOUTS } from "../shared/tasks/props.ts";

export type ViewChoices = {
  readonly folder: "list" | "gallery";
  readonly tasks: Layout;
  /** Wraps long lines of code. */
  readonly wrapsCode: boolean;
};

export const readViewChoices = (cookies: string | undefined): ViewChoices => ({
  folder: readCookie(cookies, "folder-view") === "gallery" ? "gallery" : "list",
  tasks: LAYOUTS.find((each) => each === readCookie(cookies, "task-view")) ?? "list",
  wrapsCode: readCookie(cookies, "code-lines") === "wrapped",
});
