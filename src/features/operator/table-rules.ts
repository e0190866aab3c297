/** What a backup contains of the main database, and how its rows are changed when they are restored. */
import { invalid } from "../../kernel/errors.ts";
import type { TableName } from "../../db/home.ts";

/**
 * Parents come before the tables that refer to them. A backup copies them in the opposite order, because the copy is not
 * one snapshot: a row whose parent was created in the meantime is copied with it, and one whose parent was deleted is left
 * out by the restore.
 */
export const BACKED_UP = [
  "users",
  "account_deletions",
  "demoted_addresses",
  "identities",
  "passkeys",
  "connections",
  "person_words",
  "rejected_requests",
  "sent_notices",
  "contact_messages",
  "oauth_clients",
  "mcp_tokens",
  "mcp_token_drives",
  "drives",
  "drive_members",
  "pages",
  "page_contents",
  "page_grants",
  "access_requests",
  "invitations",
  "muted_pages",
  "muted_drives",
  "token_pages",
  "agent_configs",
  "agent_config_versions",
  "agent_runs",
  "agent_effects",
  "ai_budgets",
  "ai_calls",
  "blobs",
  "files",
  "attachment_texts",
  "conversions",
  "messages",
  "message_reactions",
  "message_files",
  "message_reads",
  "mentions",
  "comment_threads",
  "comments",
  "comment_reactions",
  "comment_readers",
  "notifications",
  "edit_tickets",
  "audit_outbox",
  "activity",
  "analytics_events",
  "error_log",
  "metrics",
  "metrics_rolled",
  "instance_usage",
  "instance_sizes",
] as const satisfies readonly TableName[];

export type BackedUpTable = (typeof BACKED_UP)[number];

/** Throws `invalid_request` for any other name, which must not reach a statement. */
export function requireTable(name: string): BackedUpTable {
  const table = BACKED_UP.find((each) => each === name);
  if (table === undefined) throw invalid("table", "This version does not back up such a table.");
  return table;
}

/** Tables that a backup leaves out, and why. A restore empties them. */
export const LEFT_OUT: Readonly<Record<Exclude<TableName, BackedUpTable>, string>> = {
  sessions: "users sign in again after a restore",
  magic_links: "links in mail end with a restore",
  webauthn_challenges: "belong to a sign-in that a restore ends",
  devices: "end with their tokens",
  device_tokens: "users sign in again after a restore",
  socket_tokens: "expire within a minute",
  service_tokens: "expire within a minute",
  email_changes: "users request the change again",
  sign_up_links: "members create new ones",
  oauth_marks: "belong to a sign-in that a restore ends",
  oauth_requests: "apps ask for access again",
  oauth_refresh_tokens: "apps ask for access again",
  spent_id_tokens: "expire within minutes",
  tool_calls: "belong to tokens that a restore revokes",
  open_pages: "who is connected at the moment",
  online_users: "who is connected at the moment",
  jobs_outbox: "mail must not be sent twice; other jobs are queued again",
  search_dirty: "a restore queues every page",
  page_values: "the sweep derives them from the texts",
  task_people: "the sweep derives them from the texts",
  property_index: "the sweep begins anew",
  storage_usage: "counted again while files are restored",
  notification_counts: "counted again while notifications are restored",
  blob_candidates: "objects of uploads in progress",
  uploads: "uploads in progress",
  upload_parts: "uploads in progress",
  transfers: "imports and exports in progress end with their tokens",
  transfer_entries: "belong to a transfer",
  transfer_notes: "belong to a transfer",
  export_entries: "belong to a transfer",
  export_parts: "belong to a transfer",
  mail_days: "counted again from the restore on",
};

/**
 * SQL that replaces a restored column, in terms of the copied columns. Counters that triggers maintain start from what the
 * row itself contains, and the triggers count what is inserted after it. Every credential from before the restore ends.
 */
export const RESTORED_AS: Partial<Record<BackedUpTable, Readonly<Record<string, string>>>> = {
  users: { epoch: "epoch + 1" },
  mcp_tokens: { revoked_at: "coalesce(revoked_at, unixepoch() * 1000)" },
  drives: { total_pages: "0", text_bytes: "0" },
  pages: { is_ahead: "0" },
  comment_threads: {
    comment_count: "0",
    text_bytes: "octet_length(quote) + coalesce(octet_length(replacement), 0)",
  },
};

/** Credentials that could be used to write. While rows are restored, a trigger rejects new ones. */
export const LOCKED = [
  "sessions",
  "magic_links",
  "webauthn_challenges",
  "devices",
  "device_tokens",
  "service_tokens",
  "socket_tokens",
  "email_changes",
  "oauth_requests",
  "oauth_refresh_tokens",
] as const satisfies readonly TableName[];
