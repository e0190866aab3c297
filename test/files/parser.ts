/** Jobs of files, delivered when a test says so: to the Worker that parses, or to the one that takes in what was given up. */
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import worker from "../../src/index.ts";
import parser, { type ParserEnv } from "../../queues/parser/index.ts";

export type { ParserEnv };
export const parserEnv = (): ParserEnv => ({ PARSER_RPC: exports.ParserRpc });

/** Delivers one job to the Worker that parses, as the queue does; answers whether it was taken. */
export async function deliver(
  fileId: string,
  run = 1,
  parserOf: ParserEnv = parserEnv(),
): Promise<"acknowledged" | "retried"> {
  const batch = createMessageBatch("octavo-files", [
    {
      id: `${fileId}/${run}`,
      timestamp: new Date(),
      attempts: 1,
      body: { id: "job", kind: "file.process", fileId, run },
    },
  ]);
  const context = createExecutionContext();
  await parser.queue(batch, parserOf);
  const { explicitAcks } = await getQueueResult(batch, context);
  return explicitAcks.length === 1 ? "acknowledged" : "retried";
}

/** As when the queue has given a job up. */
export async function deliverDead(fileId: string, run = 1): Promise<void> {
  const batch = createMessageBatch("octavo-files-dead", [
    {
      id: `dead-${fileId}`,
      timestamp: new Date(),
      attempts: 1,
      body: { id: "job", kind: "file.process", fileId, run },
    },
  ]);
  const context = createExecutionContext();
  await worker.queue(batch, env, context);
  await waitOnExecutionContext(context);
}
