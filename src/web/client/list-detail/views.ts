/**
 * The views with a list and details. `client/views.ts` loads them through this module, so that the script of every page
 * does not name all the files that they consist of.
 */
import type { StartView } from "../view.ts";

export const loadInbox = async (): Promise<StartView> => (await import("../inbox/inbox.tsx")).startInbox;

export const loadMyTasks = async (): Promise<StartView> => (await import("../tasks/my-tasks.tsx")).startMyTasks;
