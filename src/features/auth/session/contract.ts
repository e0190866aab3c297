/** Sign-in and the account, as the interface shows them. */
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

/** How recently the user signed in, and the address that a link is sent to. */
export const SignInFreshness = z
  .object({
    userId: z.string(),
    /** The proven address. */
    email: z.string(),
    /** Until then the session may do what requires a recent sign-in; null when it may not. */
    freshUntil: Time.nullable(),
  })
  .meta({ id: "SignInFreshness" });
export type SignInFreshness = z.infer<typeof SignInFreshness>;

export const Platform = z.enum(["web", "desktop", "ios", "android"]);
export type Platform = z.infer<typeof Platform>;

/** What a client says of the device it runs on, to be given a device token along with the session. */
export const DeviceClaim = {
  deviceId: exactText(128).min(1).optional(),
  deviceName: lineOfText(100).optional(),
  platform: Platform.optional(),
};

/** The answer of every sign-in that is a call. Browsers get the session as a cookie, others as `sessionToken`. */
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

/** Any text is taken for a device token; what is none ends nothing. */
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
    /** How many passkeys and tokens were made in it and still count. */
    credentials: z.int().min(0),
  })
  .meta({ id: "Session" });
export const RevokeSessionQuery = z.object({ withCredentials: Flag.default(false) });
export const SessionQuery = z.object({ cursor: Id.optional(), limit: Limit });
export type SessionQuery = z.output<typeof SessionQuery>;
export const SessionList = z.object({ sessions: z.array(Session), nextCursor: z.string().nullable() });
