/** Cleans up: deletes drives permanently, revokes tokens and ends the session. */
import { LostAnswer, type Call } from "./client.ts";
import { ensure, requireNone } from "./report.ts";
import { Success } from "./shapes.ts";
import type { MadePage, World } from "./world.ts";

/** Data to delete after a smoke run; optional fields are missing if the run failed before creating them. */
export type Remains = { -readonly [K in "client" | "person"]: World[K] } & {
  -readonly [K in "drive" | "otherDrive" | "token" | "otherToken" | "tool"]?: World[K];
};

/** Trashes and purges the drives. Attempts everything, even if some of it fails. */
export async function removeDrives(remains: Remains, page: MadePage | undefined): Promise<void> {
  const { client, person, drive, otherDrive } = remains;
  const paths = [drive, otherDrive].flatMap((each) =>
    each ? [`/api/drives/${each.id}`, `/api/trash/drives/${each.id}`] : [],
  );
  requireNone(await tryAll(remains, paths));
  if (drive)
    await client.refused(
      { kind: "drive", method: "GET", path: `/api/drives/${drive.id}`, as: person },
      404,
      "not_found",
    );
  if (page)
    await client.refused(
      { kind: "get page", method: "GET", path: `/api/pages/${page.id}`, as: person },
      404,
      "not_found",
    );
}

export async function revokeTokens(remains: Remains): Promise<void> {
  const tokens = [remains.token, remains.otherToken].flatMap((token) => (token ? [token] : []));
  requireNone(
    await tryAll(
      remains,
      tokens.map(({ id }) => `/api/auth/mcp-tokens/${id}`),
    ),
  );
  const call: Call = { kind: "mcp drives", method: "GET", path: "/api/mcp/drives", as: remains.tool };
  await remains.client.refused(call, 401, "unauthenticated");
}

export async function logOut({ client, person }: Remains): Promise<void> {
  await client.get({ kind: "log out", method: "POST", path: "/api/auth/logout", as: person }, Success);
  await client.refused({ kind: "me", method: "GET", path: "/api/auth/me", as: person }, 401, "unauthenticated");
}

/** Sends a DELETE for each path; a 404 on the retry after a lost response is a success. Returns the faults. */
async function tryAll({ client, person }: Remains, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    const remove = async (isAgain: boolean): Promise<void> => {
      const answer = await client.send({ kind: "remove", method: "DELETE", path, as: person });
      ensure(
        answer.status === 200 || (isAgain && answer.status === 404),
        `DELETE ${path} answered ${answer.status}: ${answer.body.slice(0, 200)}`,
      );
    };
    try {
      await remove(false).catch((error: unknown) => {
        if (!(error instanceof LostAnswer)) throw error;
        return remove(true);
      });
    } catch (error) {
      faults.push(error instanceof Error ? error.message : "unknown");
    }
  }
  return faults;
}
