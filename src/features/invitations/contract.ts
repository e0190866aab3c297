/** Request and response schemas for invitations of addresses to pages and drives. */
import * as z from "zod";
import { Id, PageParams, IdParams, RightsFlags, Time } from "../../kernel/contract.ts";

/** Days until an invitation expires. */
export const INVITATION_DAYS = 14;

/** An invitation that has not been accepted yet. */
export const Invitation = RightsFlags.extend({
  id: z.string(),
  email: z.string(),
  /** Always `member` for a page. */
  role: z.enum(["admin", "member"]),
  invitedBy: z.object({ id: z.string(), name: z.string() }),
  invitedAt: Time,
  expiresAt: Time,
}).meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationList = z.object({ invitations: z.array(Invitation) });
export type InvitationList = z.infer<typeof InvitationList>;

/** False if this installation sends no mail: the link reaches the invited person only if the inviter passes it on. */
const isMailed = z.boolean();

/** The link is shown only here; a new one replaces it. */
export const InvitationLink = z.object({ invitation: Invitation, link: z.string(), isMailed });
export type InvitationLink = z.infer<typeof InvitationLink>;

/**
 * The response to sharing with an address. It does not reveal whether the address has an account: `userId` is null
 * either way.
 */
export const SentInvitation = RightsFlags.extend({
  userId: z.null(),
  role: z.enum(["admin", "member"]),
  grantedBy: z.string(),
  grantedAt: Time,
  inheritedFrom: z.null(),
  user: z.object({ id: z.null(), name: z.string(), email: z.string(), image: z.null() }),
  invitation: Invitation,
  /** For passing on by other means than mail. Shown once. */
  link: z.string(),
  isMailed,
}).meta({ id: "SentInvitation" });
export type SentInvitation = z.infer<typeof SentInvitation>;

export const PageInvitationParams = PageParams.extend({ invitationId: Id });
export const DriveInvitationParams = IdParams.extend({ invitationId: Id });

export const InvitationToken = z.object({ token: z.string().max(200).default("").catch("") });
