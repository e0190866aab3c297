/**
 * Reads untrusted uploads. A Worker of its own: it holds no database, no bucket and no secret, so that a file that
 * gets the better of a parser has got hold of nothing. For each job it is handed the bytes of one file, and may say once
 * what it found.
 */
import type { ParserRpc } from "../parser-rpc.ts";
import type { Assignment, Findings } from "../../src/features/files/index.ts";
import { createLog } from "../../src/platform/log.ts";
import { readFindings } from "./findings.ts";

export type ParserEnv = {
  readonly PARSER_RPC: Service<ParserRpc>;
  /** Where the operator has it, pictures too large for this Worker are made smaller there. */
  readonly IMAGES?: ImagesBinding;
};

type FileJob = { readonly fileId: string; readonly run: number };

export default {
  async queue(batch: MessageBatch<FileJob>, env: ParserEnv): Promise<void> {
    for (const message of batch.messages) {
      try {
        await processFile(env, message.body);
        message.ack();
      } catch (error) {
        createLog().warn("file.retry", { fileId: message.body.fileId, attempts: message.attempts, error });
        message.retry({ delaySeconds: Math.min(2 ** message.attempts, 60) });
      }
    }
  },
} satisfies ExportedHandler<ParserEnv, FileJob>;

export async function processFile({ PARSER_RPC, IMAGES }: ParserEnv, { fileId, run }: FileJob): Promise<void> {
  // Structured clones of what the desk says, whose types are the desk's.
  const assignment = (await PARSER_RPC.begin(fileId, run)) as Assignment | null;
  if (assignment === null) return;
  const body = (await PARSER_RPC.read(fileId, run, assignment.readToken)) as ReadableStream<Uint8Array>;
  const findings: Findings = await readFindings(assignment, body, IMAGES);
  await PARSER_RPC.finish(fileId, run, assignment.finishToken, findings);
}
