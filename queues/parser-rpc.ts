/**
 * The RPC interface for the parser Worker, over a service binding: it may get work, read the bytes of one file, and
 * report once. There is no route to it.
 */
import { WorkerEntrypoint } from "cloudflare:workers";
import { createDeps } from "../src/composition.ts";
import {
  beginProcessing,
  finishProcessing,
  readForProcessing,
  type Assignment,
  type Findings,
} from "../src/features/files/index.ts";

export class ParserRpc extends WorkerEntrypoint<Env> {
  /** Null if there is nothing left to do. */
  begin(fileId: string, run: number): Promise<Assignment | null> {
    return beginProcessing(createDeps(this.env, this.ctx), fileId, run);
  }

  read(fileId: string, run: number, token: string): Promise<ReadableStream> {
    return readForProcessing(createDeps(this.env, this.ctx), fileId, run, token);
  }

  finish(fileId: string, run: number, token: string, findings: Findings): Promise<void> {
    return finishProcessing(createDeps(this.env, this.ctx), fileId, run, token, findings);
  }
}
