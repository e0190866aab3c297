/** The drives an external tool can access. */
import * as z from "zod";
import type { Caller } from "../../kernel/caller.ts";
import { listDrives } from "../drives/service.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";

export const McpDrives = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      /** Live pages the caller can see. */
      pageCount: z.int(),
    })
    .meta({ id: "McpDrive" }),
);

/** The user's live drives within the token's scope. */
export async function listMcpDrives(deps: AuthDeps, caller: Caller): Promise<z.infer<typeof McpDrives>> {
  const drives = await listDrives(deps, caller, {});
  return drives.map(({ id, name, slug, pageCount }) => ({ id, name, slug, pageCount }));
}
