/** The first visit: an optional name, and three sample pages. */
import type { StructureCreated } from "../../../features/pages/bulk/contract.ts";
import { call, path } from "../api/api.ts";
import { fieldOf, find } from "../ui/dom.ts";
import { navigate } from "../shell/navigation.ts";
import { onSubmit } from "../ui/notice.ts";
import { addToTree } from "../shell/side.tsx";
import { starterPages } from "../page/starter-pages.ts";

export function startFirstRun(root: HTMLElement): void {
  const form = find("form", HTMLFormElement, root);
  const driveId = root.dataset["drive"] ?? "";
  if (!form) return;
  onSubmit(form, async () => {
    const name = fieldOf(form, "name");
    if (name !== "") await call("PATCH", "/api/account", { name });
    const structure = starterPages(location.origin);
    const { createdPages } = await call<StructureCreated>("POST", "/api/pages/bulk/create-structure", {
      driveId,
      structure,
    });
    const now = new Date().toISOString();
    for (const [at, { id, title, type }] of createdPages.entries())
      addToTree({
        id,
        title,
        icon: null,
        type,
        driveId,
        parentId: null,
        position: at + 1,
        hasChildren: false,
        createdAt: now,
        updatedAt: now,
      });
    const [first] = createdPages;
    if (first) await navigate(path`/pages/${first.id}`);
  });
}
