/**
 * Runs the suite against a service that has its fixtures, for both protocol versions it supports.
 * `test/conformance/not-applicable.REVISION.yaml` lists the expected failures; the suite fails if anything else fails, or
 * if something on the list passes. Among its scenarios for authorization servers, none is expected to fail.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAuthorization } from "./authorization.ts";
import { startAuthorizingProxy } from "./authorizing-proxy.ts";
import { capture, root } from "../commands.ts";
import { Client } from "../smoke/client.ts";
import { readOptions } from "../smoke/options.ts";
import { makeDrive, makeToken, signIn } from "../smoke/sign-in.ts";

const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

const SUITE = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

async function check(revision: string, address: string, folder: string): Promise<boolean> {
  const expected = join(root, `test/conformance/not-applicable.${revision}.yaml`);
  const args = ["server", "--url", address, "--requirements", revision, "--expected-failures", expected, "-o", folder];
  const { code, output } = await capture([process.execPath], [SUITE, ...args], {});
  const summary = output.slice(output.lastIndexOf("=== SUMMARY ==="));
  console.log(`Revision ${revision}\n${code === 0 ? summary : output}`);
  return code === 0;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env, Date.now());
  const client = new Client(options.origin);
  const folder = await mkdtemp(join(tmpdir(), "octavo-conformance-"));
  try {
    const person = await signIn(client, options);
    const drive = await makeDrive(client, person, `Conformance ${options.seed}`);
    const { token } = await makeToken(client, person, "Conformance", drive);
    const proxy = await startAuthorizingProxy(options.origin, token);
    try {
      let isPassed = true;
      for (const revision of REVISIONS) {
        isPassed = (await check(revision, `${proxy.origin}/mcp`, join(folder, revision))) && isPassed;
      }
      isPassed = (await checkAuthorization(SUITE, options.origin, person, join(folder, "authorization"))) && isPassed;
      return isPassed ? 0 : 1;
    } finally {
      proxy.close();
    }
  } finally {
    client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
