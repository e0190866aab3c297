/** Request and response schemas for sign-in and sessions. */
import * as z from "zod";
import { exactText, Flag, Id, Limit, lineOfText, Time } from "../../../kernel/contract.ts";

export const User = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    provider: z.enum(["email", "providera", "both"]),
    role: z.enum(["user", "admin"]),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

/** How recently the user signed in, and the address for a sign-in link. */
export const SignInFreshness = z
  .object({
    userId: z.string(),
    /** The proven address. */
    email: z.string(),
    /** Until when the session may do what requires a recent sign-in; null if it may not. */
    freshUntil: Time.nullable(),
  })
  .meta({ id: "SignInFreshness" });
export type SignInFreshness = z.infer<typeof SignInFreshness>;

export const Platform = z.enum(["web", "desktop", "ios", "android"]);
export type Platform = z.infer<typeof Platform>;

/** The client's description of its device, to get a device token along with the session. */
export const DeviceClaim = {
  deviceId: exactText(128).min(1).optional(),
  deviceName: lineOfText(100).optional(),
  platform: Platform.optional(),
};

/** The response of every sign-in by an API call. Browsers get the session as a cookie, others as `sessionToken`. */
export const SignedIn = z
  .object({
    user: User,
    csrfToken: z.string(),
    isNewUser: z.boolean(),
    sessionToken: z.string().optional(),
    deviceToken: z.string().optional(),
  })
  .meta({ id: "SignedIn" });
export type SignedIn = z.infer<typeof SignedIn>;

/** Any string is accepted as a device token; an invalid one ends nothing. */
export const LogOut = z.object({ deviceToken: z.string().max(1_000).optional() });

export const CsrfToken = z.object({ csrfToken: z.string(), expiresAt: Time });

export const Session = z
  .object({
    id: Id,
    current: z.boolean(),
    method: z.string(),
    ip: z.string(),
    userAgent: z.string(),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
    /** Number of passkeys and tokens created in this session that are still valid. */
    credentials: z.int().min(0),
  })
  .meta({ id: "Session" });
export const RevokeSessionQuery = z.object({ withCredentials: Flag.default(false) });
export const SessionQuery = z.object({ cursor: Id.optional(), limit: Limit });
export type SessionQuery = z.output<typeof SessionQuery>;
export const SessionList = z.object({ sessions: z.array(Session), nextCursor: z.string().nullable() });
