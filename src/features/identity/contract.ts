/** Sign-in and the account, as the interface shows them. */
import { z } from "zod";
import { Id, Time } from "../../kernel/contract.ts";

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

/** An address as people type it; NFC, trimmed, lower case. */
export const Email = z
  .string()
  .max(320)
  .transform((text) => text.normalize("NFC").trim().toLowerCase())
  .pipe(z.email({ pattern: z.regexes.unicodeEmail }).max(254));

export const SendLink = z.object({ email: Email, next: z.string().max(2048).optional() });
export const Sent = z.object({ message: z.string() });

export const VerifyLink = z.object({
  token: z.string().max(200).default(""),
  exp: z.string().max(20).default(""),
  sig: z.string().max(100).default(""),
  next: z.string().max(2048).default(""),
  /** Signed by the confirm page. */
  c: z.string().max(100).default(""),
});

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
  })
  .meta({ id: "Session" });
export const SessionList = z.object({ sessions: z.array(Session), nextCursor: z.string().nullable() });

/** Seconds a mailed link lives. */
export const LINK_LIFETIME_SECONDS = 600;
