/** The next step for an error: every error response ends with something the caller can do. */
import type { AppError } from "../../../kernel/errors.ts";

export function nextStep({ code, detail }: AppError): string {
  switch (code) {
    case "not_found":
      return "Find the page's id with search, list_pages or list_drives.";
    case "forbidden":
      return "Do not repeat this. Ask the user who gave you the token, or an admin of the drive.";
    case "unauthenticated":
    case "scope_empty":
    case "token_invalid":
      return "Ask the user to connect Octavo again, or for another token.";
    case "step_up_required":
    case "reauth_required":
      return "Only a user who is signed in to Octavo in a browser can do this.";
    case "rate_limited":
    case "account_locked":
      return `Wait ${detail.retryAfter ?? 60} seconds before the next call.`;
    case "conflict":
    case "revision_conflict":
      return "Fetch the page again and retry what is still needed.";
    case "line_out_of_range":
      return "Fetch the page to see its lines.";
    case "not_editable":
      return "Fetch the page: its type determines which tools can change it.";
    case "parent_invalid":
    case "cycle":
      return "Choose another parent: list_pages shows the tree.";
    case "payload_too_large":
      return "Send less in one call.";
    case "unavailable":
    case "rate_limit_unavailable":
    case "internal":
      return "Fetch the page to see whether the change is there before you repeat it.";
    case "not_trashed":
      return "It does not need to be restored.";
    case "quota_exceeded":
    case "storage_full":
    case "too_many_children":
      return "Nothing was changed. Something has to be removed first.";
    default:
      return "Correct the arguments and call again.";
  }
}

export const withNextStep = (error: AppError): string => `${error.message} ${nextStep(error)}`;
