/**
 * Parses untrusted uploads in a separate Worker without access to any database, bucket or secret, so that a file which
 * compromises a parser reaches none of them. Each job gets the bytes of one file, and may report its findings once.
 */
import type { ParserRpc } from "../parser-rpc.ts";
import type { Assignment, Findings } from "../../src/features/files/index.ts";
import { createLog } from "../../src/platform/log.ts";
import { readFindings } from "./findings.ts";

export type ParserEnv = {
  readonly PARSER_RPC: Service<ParserRpc>;
  /** If the operator has bound it, pictures too large for this Worker are resized there. */
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
  // Structured clones of RPC results, typed by the RPC interface.
  const assignment = (await PARSER_RPC.begin(fileId, run)) as Assignment | null;
  if (assignment === null) return;
  const body = (await PARSER_RPC.read(fileId, run, assignment.readToken)) as ReadableStream<Uint8Array>;
  const findings: Findings = await readFindings(assignment, body, IMAGES);
  await PARSER_RPC.finish(fileId, run, assignment.finishToken, findings);
}
