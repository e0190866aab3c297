/** Resends a request with the required proof of work. Loaded only when the service requires one. */
import type { ProofChallenge } from "../../../kernel/proof-of-work.ts";
import { words } from "../../../words/proof-of-work.ts";
import { ApiError } from "./api.ts";
import { element } from "../ui/dom.ts";
import { region } from "../ui/notice.ts";
import { solve } from "./proof-of-work.ts";

export async function sendWithProof(
  challenge: ProofChallenge,
  send: (proof: string) => Promise<unknown>,
): Promise<void> {
  const note = element("p", { class: "row wrap notice notice-waiting" }, words.checking);
  region("status").replaceChildren(note);
  try {
    await send(await solve(challenge));
  } catch (error) {
    // Pass on service errors that are unrelated to the proof.
    throw error instanceof ApiError && !error.challenge ? error : new ApiError("proof_required", words.checkFailed);
  } finally {
    note.remove();
  }
}
