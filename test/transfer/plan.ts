/** Plans the import of an archive without storing anything. */
import { planImport, type ImportPlan } from "../../src/features/transfer/import-plan.ts";
import { parseArchive } from "../../src/features/transfer/parse-archive.ts";
import { zip } from "./archives.ts";

export function planOf(files: Parameters<typeof zip>[0], levels = 64): ImportPlan {
  let ids = 0;
  const { originals, ...unpacked } = parseArchive(zip(files));
  const stored = [...originals].map(([path, { filename, size }]) => {
    const sha256 = "0".repeat(64);
    return [path, { filename, size, sha256, mimeType: "image/png", generation: path }] as const;
  });
  return planImport(
    { ...unpacked, originals: new Map(stored), tools: ["read_document"] },
    levels,
    () => `id${(ids += 1)}`,
  );
}
