/** Requests a sign-in link, with a proof of work if the service requires one. */
import { ApiError, callOpen } from "../api/api.ts";

type LinkRequest = { readonly email: string; readonly next: string | undefined };

export async function askForLink(request: LinkRequest): Promise<void> {
  const send = (proof?: string): Promise<unknown> =>
    callOpen("POST", "/api/auth/magic-link/send", { ...request, proof });
  await send().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || !error.challenge) throw error;
    const { sendWithProof } = await import("../api/send-with-proof.ts");
    await sendWithProof(error.challenge, send);
  });
}
