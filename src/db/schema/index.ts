/** Every table, for the test that compares them with the migrated database. */
export * from "./devices.ts";
export * from "./drives.ts";
export * from "./files.ts";
export * from "./invitations.ts";
export * from "./live.ts";
export * from "./messages.ts";
export * from "./monitoring.ts";
export * from "./notifications.ts";
export * from "./oauth.ts";
export * from "./outbox.ts";
export * from "./pages.ts";
export * from "./passkeys.ts";
export * from "./people.ts";
export * from "./sessions.ts";
export * from "./tokens.ts";
export * from "./transfers.ts";
export * from "./users.ts";
