/** Personal data export: complete, readable, without secrets; an administrator's export contains no page content. */
import { unzipSync } from "fflate";
import { expect, test, vi } from "vitest";
import { unzip } from "../transfer/archives.ts";
import { upload } from "../files/client.ts";
import { act, grow, mailsOf } from "../flows/account.ts";
import { signIn, type SignedIn } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { download } from "../transfer/client.ts";
import { addMember, bearer, freshId, makeDrive, makePage, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const listOf = (files: Record<string, string>, path: string): unknown[] => JSON.parse(files[path] ?? "") as unknown[];

async function exportOf({ token }: SignedIn, path = "/api/account/export") {
  const { status, headers, bytes } = await download(token, path);
  expect(status).toBe(200);
  return { headers, bytes, files: unzip(bytes) };
}

test("exports the account, everything the user wrote or shared, each owned drive, and their files in other drives", async () => {
  const [ada, bob] = [await signIn(), await signIn()];
  const own = await makeDrive(bearer(ada.token), "Plans");
  await makePage(bearer(ada.token), { driveId: own, content: "The plan\n" });
  const team = await makeDrive(bearer(bob.token), "Team");
  await makePage(bearer(bob.token), { driveId: team, title: "Secret of Bob", content: "Not Ada's\n" });
  const channel = await makePage(bearer(bob.token), { driveId: team, type: "CHANNEL", title: "Talk" });
  await addMember(bearer(bob.token), ada.id, { driveId: team, canView: true, canEdit: true });
  const hidden = await makePage(bearer(bob.token), { driveId: team, title: "Hidden" });
  const shown = await upload(ada.token, { content: "shown bytes", filename: "shown.txt", fields: { pageId: channel } });
  const gone = await upload(ada.token, { content: "hidden bytes", filename: "gone.txt", fields: { pageId: hidden } });
  expect([shown.status, gone.status]).toEqual([201, 201]);
  await act(bob.token, `/api/pages/${hidden}/permissions`, {
    method: "POST",
    body: { userId: ada.id, canView: false },
  });
  await act(ada.token, `/api/pages/${channel}/messages`, { method: "POST", body: { content: "Hello from Ada" } });
  await act(bob.token, `/api/pages/${channel}/messages`, { method: "POST", body: { content: "Hello from Bob" } });
  await act(ada.token, "/api/connections", { method: "POST", body: { userId: bob.id } });
  const tool = await act(ada.token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "my tool" } });
  const page = await makePage(bearer(ada.token), { driveId: own, title: "Shared" });
  await act(ada.token, `/api/pages/${page}/permissions`, {
    method: "POST",
    body: { userId: bob.id, canView: true, canComment: true },
  });
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200) insert into notifications (id, user_id, type, title, message, created_at) select ${ada.id} || '-' || i, ${ada.id}, 'MENTION', 't' || i, '', 1 from n`.run();

  const { headers, bytes, files } = await exportOf(ada);
  expect(headers.get("Content-Disposition")).toContain("octavo-account.zip");
  expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({ id: ada.id, email: ada.email, role: "user" });
  expect(listOf(files, "sessions.json")).toMatchObject([{ method: "magic-link" }]);
  expect(listOf(files, "tokens.json")).toMatchObject([{ name: "my tool", isScoped: false }]);
  expect(listOf(files, "messages.json")).toMatchObject([{ content: "Hello from Ada", pageId: channel }]);
  expect(listOf(files, "connections.json")).toMatchObject([{ userId: bob.id, isRequester: true }]);
  expect(listOf(files, "memberships.json")).toMatchObject([
    { driveId: team, rights: { canComment: true, canEdit: true, canShare: false } },
  ]);
  expect(listOf(files, "permissions.json")).toMatchObject([{ pageId: hidden, rights: { canView: false } }]);
  expect(listOf(files, "permissions-given.json")).toMatchObject([
    { pageId: page, userId: bob.id, rights: { canView: true, canComment: true, canEdit: false } },
  ]);
  const notifications = listOf(files, "notifications.json") as { title: string }[];
  expect(new Set(notifications.map(({ title }) => title)).size).toBe(notifications.length);
  expect(notifications.length).toBeGreaterThanOrEqual(1_200);
  expect(listOf(files, "files.json")).toMatchObject([{ filename: "shown.txt" }, { filename: "gone.txt" }]);
  const entries = (files["audit.jsonl"] ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { entry: { kind: string } });
  expect(entries.map(({ entry }) => entry.kind)).toEqual(
    expect.arrayContaining(["auth.login.ok", "mcp.create", "account.export"]),
  );
  const told = JSON.parse(files["export.json"] ?? "") as { contents: string[]; leftOut: unknown[] };
  expect(told.leftOut).toEqual([]);
  expect([...told.contents, "export.json"].toSorted()).toEqual(Object.keys(files).toSorted());

  const drives = told.contents.filter((path) => path.startsWith("drives/"));
  expect(drives).toEqual([expect.stringContaining("Personal"), `drives/Plans ${own}.zip`]);
  const plans = unzip(unzipSync(bytes)[`drives/Plans ${own}.zip`] ?? new Uint8Array());
  expect(plans["Page.md"]).toBe("The plan\n");
  expect(plans).toEqual(unzip((await download(ada.token, `/api/drives/${own}/export`)).bytes));
  expect(Object.entries(files).filter(([path]) => path.startsWith("files/"))).toEqual([
    [expect.stringMatching(/^files\/\S+ shown\.txt$/), "shown bytes"],
  ]);
  const all = Object.values(files).join("\n");
  for (const foreign of ["Secret of Bob", "Hello from Bob", "hidden bytes", bob.email])
    expect(all).not.toContain(foreign);
  const { results } =
    await d1`select token_hash as secret from sessions where user_id = ${ada.id} union select token_hash from mcp_tokens where user_id = ${ada.id}`.all<{
      secret: string;
    }>();
  for (const secret of [...results.map((row) => row.secret), ada.token, String(tool.body["token"])])
    expect(all).not.toContain(secret);
  expect(await entriesOf("account.export", (entry) => entry.userId === ada.id)).toMatchObject([
    { entry: { outcome: "ok", subj: ada.id, d: { scope: "everything" } } },
  ]);
});

test("requires a recent sign-in and a session, is rate limited, and names the data that does not fit", async () => {
  const ada = await signIn();
  const big = await makeDrive(bearer(ada.token), "Big");
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i <= 20000) insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) select ${big} || '-' || i, ${big}, 'x', 'FOLDER', i, ${ada.id}, 1, 1 from n`.run();
  const { files } = await exportOf(ada);
  const told = JSON.parse(files["export.json"] ?? "") as { leftOut: unknown[] };
  expect(told.leftOut).toEqual([{ path: `drives/Big ${big}.zip`, reason: expect.stringContaining("does not fit") }]);
  await d1`delete from pages where drive_id = ${big}`.run();
  const variables = { RATE_LIMIT_SCALE: "1" };
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await act(ada.token, "/api/account/export", { variables })).status);
  expect(statuses).toContain(429);
  const tool = await act(ada.token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } });
  expect((await act(String(tool.body["token"]), "/api/account/export")).status).toBe(401);
  await grow(ada.token);
  expect((await act(ada.token, "/api/account/export")).body["code"]).toBe("step_up_required");
});

test("exports the account without content for an administrator, and notifies the user", async () => {
  const w = await world();
  const ada = await signIn();
  const drive = await makeDrive(bearer(ada.token), "Diary of Ada");
  const channel = await makePage(bearer(ada.token), { driveId: drive, title: "Inner thoughts", type: "CHANNEL" });
  await act(ada.token, `/api/pages/${channel}/messages`, { method: "POST", body: { content: "Dear diary" } });
  const path = `/api/admin/users/${ada.id}/export`;
  const { bytes } = await download(w.session("rupert"), path);
  const files = unzip(bytes);
  expect(Object.keys(files).toSorted()).toEqual(
    [
      "account.json",
      "audit.jsonl",
      "devices.json",
      "drives.json",
      "email-changes.json",
      "export.json",
      "identities.json",
      "passkeys.json",
      "sessions.json",
      "tokens.json",
    ].toSorted(),
  );
  expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({ id: ada.id, email: ada.email });
  const all = Object.values(files).join("\n");
  expect(all).toContain("Diary of Ada");
  for (const content of ["Inner thoughts", "Dear diary"]) expect(all).not.toContain(content);
  const again = await act(w.session("rupert"), path);
  expect(await mailsOf(again.jobs)).toEqual([
    `mail to=${ada.email} subject="The data of your Octavo account was exported"`,
  ]);
  expect(await entriesOf("account.export", (entry) => entry.entry.subj === ada.id)).toMatchObject([
    { userId: w.ids.rupert, entry: { d: { scope: "account" } } },
    { userId: w.ids.rupert },
  ]);
  expect((await act(ada.token, `/api/admin/users/${w.ids.rupert}/export`)).body["code"]).toBe("forbidden");
  expect((await act(w.session("rupert"), `/api/admin/users/${freshId("nobody")}/export`)).status).toBe(404);
  await grow(w.session("rupert"));
  expect((await act(w.session("rupert"), path)).body["code"]).toBe("step_up_required");
});
