/** The audit log: verified by the service, then exported and verified offline. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture, root } from "../commands.ts";
import { ensure } from "./report.ts";
import { AuditVerdict } from "./shapes.ts";
import type { World } from "./world.ts";

/** Returns the number of entries in the exported log. */
export async function checkAudit({ client, person }: Pick<World, "client" | "person">): Promise<number> {
  const verdict = await client.get(
    { kind: "audit verify", method: "GET", path: "/api/admin/audit/verify", as: person },
    AuditVerdict,
  );
  ensure(
    verdict.valid && verdict.entries > 0,
    `The service reports its audit log of ${verdict.entries} entries as broken.`,
  );
  const exported = await client.send({
    kind: "audit export",
    method: "GET",
    path: "/api/admin/audit/export",
    as: person,
  });
  ensure(exported.status === 200, `The export answered ${exported.status}: ${exported.body.slice(0, 200)}`);
  const folder = await mkdtemp(join(tmpdir(), "octavo-smoke-"));
  try {
    const file = join(folder, "audit.jsonl");
    await writeFile(file, exported.body);
    const pin = join(folder, "checkpoint");
    await writeFile(pin, verdict.checkpoint.note);
    const offline = await capture(
      [process.execPath, join(root, "scripts/audit/verify-archive.ts")],
      [file, "--key", verdict.key, "--pin", pin],
    );
    ensure(offline.code === 0, `The exported log fails verification: ${offline.output.trim()}`);
    const entries = Number(/^entries\s+(\d+)/m.exec(offline.output)?.[1]);
    ensure(entries >= verdict.entries, `The export has ${entries} entries, the service verified ${verdict.entries}.`);
    return entries;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reading the audit log requires an admin. */
export async function refuseAudit({ client, person }: World): Promise<void> {
  for (const route of ["verify", "export"]) {
    await client.refused(
      { kind: "refused", method: "GET", path: `/api/admin/audit/${route}`, as: person },
      403,
      "forbidden",
    );
  }
}
