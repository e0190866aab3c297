/** Delivers file jobs on demand, to the parser Worker or to the dead-letter consumer. */
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import worker from "../../src/index.ts";
import parser, { type ParserEnv } from "../../queues/parser/index.ts";

export type { ParserEnv };
export const parserEnv = (): ParserEnv => ({ PARSER_RPC: exports.ParserRpc });

/** Delivers one job to the parser Worker, as the queue does; returns whether it was acknowledged. */
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

/** Delivers a job as a dead letter, as when the queue has given up on it. */
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
