/**
 * Rows that no route creates with arbitrary text, inserted directly into the local database. The service must not be used
 * meanwhile: a local D1 does not wait for another writer of its file, and the request fails.
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The main database of the development server under test. */
function openDatabase(): DatabaseSync {
  const log = process.env.OCTAVO_DEV_LOG;
  if (log === undefined) throw new Error("Set OCTAVO_DEV_LOG to the file the development server prints to.");
  const folder = join(dirname(log), "state/v3/d1");
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith(".sqlite"));
  for (const file of files) {
    const db = new DatabaseSync(file, { timeout: 10_000 });
    if (db.prepare("select 1 from sqlite_schema where name = 'users'").get()) return db;
    db.close();
  }
  throw new Error(`No Octavo database was found below ${folder}.`);
}

type Seeding = { readonly email: string; readonly pageId: string; readonly vectors: readonly string[] };

/** Users, drives, sessions, devices, tokens, passkeys, attachments, notifications, errors and metrics with these names. */
export function seedRows({ email, pageId, vectors }: Seeding): void {
  const db = openDatabase();
  const now = Date.now();
  const user = String(db.prepare("select id from users where login_email = ?").get(email)?.["id"]);
  /** Ids sort by time, and these are as new as possible. */
  const idOf = (i: number): string =>
    `${now
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-${String(i).padStart(12, "0")}`;
  const insert = (
    table: string,
    rowOf: (vector: string, i: number) => Record<string, string | number | null>,
  ): void => {
    db.exec("begin immediate");
    for (const [i, vector] of vectors.entries()) {
      const row = rowOf(vector.replaceAll("\u0000", ""), i);
      const keys = Object.keys(row);
      db.prepare(`insert into ${table} (${keys.join(", ")}) values (${keys.map(() => "?").join(", ")})`).run(
        ...Object.values(row),
      );
    }
    db.exec("commit");
  };
  const made = { created_at: now, updated_at: now };
  db.exec("pragma synchronous = off");
  insert("users", (v, i) => ({
    id: idOf(i),
    name: v,
    email: v,
    login_email: `${v} ${i}`,
    display_name: v,
    bio: v,
    ...made,
  }));
  insert("drives", (v, i) => ({ id: idOf(i), owner_id: user, name: v, slug: `v-${now}-${i}`, ...made }));
  insert("sessions", (v, i) => ({
    token_hash: idOf(i),
    id: idOf(i),
    user_id: user,
    epoch: 0,
    created_at: now,
    expires_at: now + 9e7,
    last_seen_at: now,
    auth_time: now,
    method: "email",
    ip: v,
    user_agent: v,
  }));
  db.prepare("update sessions set epoch = (select epoch from users where id = ?) where user_id = ?").run(user, user);
  insert("devices", (v, i) => ({
    id: idOf(i),
    user_id: user,
    device_id: v,
    name: v,
    platform: "web",
    epoch: 0,
    browser: v,
    os: v,
    country: v,
    region: v,
    created_at: now,
    last_used_at: now,
    expires_at: now + 9e7,
  }));
  insert("mcp_tokens", (v, i) => ({
    token_hash: idOf(i),
    id: idOf(i),
    user_id: user,
    name: v,
    last_four: v,
    scope_mode: "all",
    created_at: now,
  }));
  insert("passkeys", (v, i) => ({
    credential_id: idOf(i),
    id: idOf(i),
    user_id: user,
    public_key: "",
    user_handle: "",
    counter: 0,
    name: v,
    device_type: "multiDevice",
    backed_up: 0,
    created_at: now,
  }));
  insert("blobs", (_, i) => ({ generation: idOf(i), sha256: idOf(i), size: 1, staged: 0, created_at: now }));
  insert("files", (v, i) => ({
    id: idOf(i),
    page_id: pageId,
    role: "attachment",
    filename: v,
    mime_type: v,
    size: 1,
    generation: idOf(i),
    created_by: user,
    status: "failed",
    error: v,
    ...made,
  }));
  insert("notifications", (v, i) => ({
    id: idOf(i),
    user_id: user,
    type: "MENTION",
    title: v,
    message: v,
    created_at: now,
  }));
  insert("error_log", (v, i) => ({ id: idOf(i), at: now, route: v, message: v, stack: v, request_id: v, count: 1 }));
  const minute = now - (now % 60_000);
  for (const kind of ["request", "query", "event", "ai", "cache", "sweep"]) {
    insert("metrics", (v, i) => ({ grain: 1, kind, at: minute, name: `${v} ${i}`, count: 1_000_000, failed: 1 }));
  }
  db.close();
}
