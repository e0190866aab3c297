/** A page that does not exist yet: browsers store its view, to create pages offline. */
import * as z from "zod";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import { toIso } from "../../kernel/clock.ts";
import { Id } from "../../kernel/contract.ts";
import { TEXT_TYPES } from "../../kernel/page-type.ts";
import { BLANK_ID, BLANK_TITLE } from "../client/service-worker/protocol.ts";

export const BlankParams = z.object({ id: Id, type: z.enum(TEXT_TYPES) });
type BlankType = z.infer<typeof BlankParams>["type"];

/** A page as it is right after its owner created it. */
export const blankPage = (driveId: string, type: BlankType, userId: string, now: number): PageWithMessages => ({
  id: BLANK_ID,
  title: BLANK_TITLE,
  icon: null,
  cover: null,
  type,
  content: "",
  driveId,
  parentId: null,
  children: [],
  createdAt: toIso(now),
  updatedAt: toIso(now),
  position: 0,
  revision: 1,
  isTrashed: false,
  trashedAt: null,
  createdBy: userId,
  rights: { canView: true, canComment: true, canEdit: true, canShare: true, canDelete: true },
  messages: [],
  nextMessageCursor: null,
  backlinks: [],
  openThreads: 0,
});
