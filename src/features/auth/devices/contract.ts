/** Request and response schemas for devices and device tokens. */
import * as z from "zod";
import { Cursor, exactText, Id, Limit, lineOfText, Time } from "../../../kernel/contract.ts";
import { Platform } from "../session/contract.ts";

export const Device = z
  .object({
    id: z.string(),
    /** The client's own identifier for the device; opaque. */
    deviceId: z.string(),
    name: z.string(),
    platform: Platform,
    trustScore: z.int().min(0).max(100),
    suspiciousCount: z.int(),
    createdAt: Time,
    lastUsedAt: Time,
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof Device>;

export const DeviceQuery = z.object({
  cursor: Cursor.optional(),
  limit: Limit,
});
export type DeviceQuery = z.output<typeof DeviceQuery>;
/** A cursor's content: last use and id of the last device on the previous page. */
export const DevicePosition = z.tuple([z.int(), Id]).readonly();
export type DevicePosition = z.infer<typeof DevicePosition>;
export const DeviceList = z.object({ devices: z.array(Device), nextCursor: z.string().nullable() });

export const RegisterDevice = z.object({
  deviceId: exactText(128).min(1),
  deviceName: lineOfText(100).optional(),
  platform: Platform,
});
export type RegisterDevice = z.output<typeof RegisterDevice>;

export const NewDevice = z.object({ deviceToken: z.string(), device: Device });
export type NewDevice = z.infer<typeof NewDevice>;

/** Malformed tokens are treated as unknown ones. */
const Token = z.string().max(200);

export const RefreshDevice = z.object({ deviceToken: Token, deviceId: z.string().max(128) });
export const RefreshMobile = RefreshDevice.extend({ platform: z.enum(["ios", "android"]) });

export const RefreshedDevice = z
  .object({
    sessionToken: z.string(),
    csrfToken: z.string(),
    /** The token to present next time; it replaces the one presented. */
    deviceToken: z.string(),
    trustScore: z.int().min(0).max(100),
    /** When the session expires. */
    expiresAt: Time,
  })
  .meta({ id: "Refreshed" });
export type RefreshedDevice = z.infer<typeof RefreshedDevice>;
