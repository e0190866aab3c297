/** A drive and a token for the time of one case. */
import type { Credential } from "./client.ts";
import { logOut, removeDrives, revokeTokens } from "./clean-up.ts";
import type { Drive } from "./shapes.ts";
import { makeDrive, makeToken, signIn } from "./sign-in.ts";
import { bearer, type Smoke } from "./world.ts";

type Owned = { readonly person: Credential; readonly drive: Drive; readonly token: string };

/** Signs in and runs `act` with a new drive and a token for it, which are deleted afterwards unless `--keep` was passed. */
export async function withDrive(
  { options, client, report }: Smoke,
  name: string,
  act: (owned: Owned) => Promise<unknown>,
): Promise<void> {
  const person = await report.check("signs in", () => signIn(client, options));
  if (person === null) return;
  const drive = await makeDrive(client, person, `${name} ${options.seed}`);
  const token = await makeToken(client, person, name, drive);
  try {
    await act({ person, drive, token: token.token });
  } finally {
    const remains = { client, person, drive, token, tool: bearer(token.token) };
    if (!options.keep)
      await report.check("cleans up", async () => {
        await removeDrives(remains, undefined);
        await revokeTokens(remains);
        await logOut(remains);
      });
  }
}
