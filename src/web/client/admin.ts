/** Administration: suspending somebody with a reason, letting them back in, and copying what proves the trail. */
import { call, path } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element, fieldOf, onClick } from "./dom.ts";
import { attempt, onSubmit, tell } from "./notice.ts";

export function startAdmin(root: HTMLElement): void {
  onClick(root, "[data-act]", (control) => attempt(control, () => act(control)));
}

async function act(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-id]");
  const id = row?.dataset["id"] ?? "";
  switch (control.dataset["act"] ?? "") {
    case "suspend":
      return askWhy(id, row?.dataset["name"] ?? "");
    case "unsuspend":
      await call("POST", path`/api/admin/users/${id}/unsuspend`, {});
      return location.reload();
    case "copy":
      await navigator.clipboard.writeText(control.parentElement?.querySelector("pre")?.textContent ?? "");
      return tell("Copied.");
  }
}

/** The reason goes into the audit trail; whoever is suspended is not told it. */
function askWhy(id: string, name: string): void {
  const form = element(
    "form",
    { class: "stack" },
    element("p", {}, "Every session, device and link ends at once, and nothing signs in until you let them back in."),
    element("label", { for: "reason" }, "Reason, for the audit trail (may be empty)"),
    element("input", { id: "reason", name: "reason", maxlength: 200, autocomplete: "off", autofocus: true }),
    element("p", { class: "actions" }, element("button", { type: "submit", class: "danger" }, "Suspend")),
  );
  openDialog(`Suspend ${name}?`, form);
  onSubmit(form, async () => {
    const reason = fieldOf(form, "reason");
    await call("POST", path`/api/admin/users/${id}/suspend`, reason === "" ? {} : { reason });
    location.reload();
  });
}
