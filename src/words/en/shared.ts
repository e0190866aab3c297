/** English: pages shared with the user. */
import type { Inline } from "../inline.ts";

export const lead = "Pages that others shared with you.";
export const none = "Nothing has been shared with you yet. Pages that others share with you will show up here.";
export const more = "More pages";
export const by = (name: string) => `from ${name}`;
export const mayComment = "Can comment";
export const mayEdit = "Can edit";
export const viewOnly = "View only";
export const ownDrive = (drive: Inline) => ["To create your own pages, open your drive ", drive, "."];
