/**
 * Routes for the operator's commands `npm run backup`, `npm run restore` and `npm run doctor`. They can read and replace everything, so they
 * accept nothing but requests signed with a key of ROOT_SECRET, and respond 404 to all others.
 */
import type * as z from "zod";
import { AppError, invalid } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/json.ts";
import { clientOf } from "../../http/client.ts";
import { Success } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { readForBackup } from "./backup.ts";
import {
  BackupCommand,
  COMMAND_BYTES,
  FILE_PIECE_BYTES,
  FilePiece,
  RestoreCommand,
  SupportCommand,
} from "./contract.ts";
import { requireOperator } from "./require-operator.ts";
import { restoreFile, restoreStep } from "./restore.ts";
import { answerSupport } from "./support.ts";

/** A command that reads is a few ids. */
const QUESTION_BYTES = 65_536;

const COMMON = {
  tag: "Operator",
  principals: ["anyone"],
  csrf: "none",
  limits: [],
  bytes: true,
  streamed: true,
} as const;

export const operatorRoutes = routes()
  .add(
    {
      ...COMMON,
      method: "post",
      path: "/api/operator/backup",
      operation: "readForBackup",
      summary: "Read a part of the instance for a backup; only with the operator's signature",
      bodyCap: QUESTION_BYTES,
      answer: { status: 200, schema: "lines" },
      errors: ["not_found", "invalid_request"],
    },
    async ({ deps, http }) => {
      const client = clientOf(http.req.raw);
      const body = await requireOperator(deps, http.req.raw, client, {
        kind: "operator.backup",
        bodyCap: QUESTION_BYTES,
      });
      return readForBackup(deps, client, parseCommand(BackupCommand, body));
    },
  )
  .add(
    {
      ...COMMON,
      method: "post",
      path: "/api/operator/restore",
      operation: "restoreFromBackup",
      summary: "Write a part of a backup; only with the operator's signature",
      bodyCap: COMMAND_BYTES,
      answer: { status: 200, schema: Success },
      errors: ["not_found", "conflict", "invalid_request"],
    },
    async ({ deps, http }) => {
      const client = clientOf(http.req.raw);
      const body = await requireOperator(deps, http.req.raw, client, {
        kind: "operator.restore",
        bodyCap: COMMAND_BYTES,
      });
      return Response.json(await restoreStep(deps, client, parseCommand(RestoreCommand, body)));
    },
  )
  .add(
    {
      ...COMMON,
      method: "put",
      path: "/api/operator/restore/file",
      operation: "restoreFile",
      summary: "Write a file of a backup, or a part of one; only with the operator's signature",
      bodyCap: FILE_PIECE_BYTES,
      answer: { status: 200, schema: Success },
      errors: ["not_found", "conflict", "invalid_request"],
    },
    async ({ deps, http }) => {
      const { raw } = http.req;
      const body = await requireOperator(deps, raw, clientOf(raw), {
        kind: "operator.restore",
        bodyCap: FILE_PIECE_BYTES,
      });
      const query = FilePiece.safeParse(Object.fromEntries(new URL(raw.url).searchParams));
      if (!query.success) throw invalid("query", "This is no piece of a file.");
      return Response.json(await restoreFile(deps, query.data, body));
    },
  )
  .add(
    {
      ...COMMON,
      method: "post",
      path: "/api/operator/support",
      operation: "askForSupport",
      summary: "Read the state or the last errors, or send a test alarm; only with the operator's signature",
      limits: [{ rule: LIMIT_RULES.alarmTestByOperator, when: "test message" }],
      bodyCap: QUESTION_BYTES,
      answer: { status: 200, schema: Success },
      errors: ["not_found", "invalid_request"],
    },
    async ({ deps, http }) => {
      const client = clientOf(http.req.raw);
      const body = await requireOperator(deps, http.req.raw, client, {
        kind: "operator.support",
        bodyCap: QUESTION_BYTES,
      });
      return Response.json(await answerSupport(deps, client, parseCommand(SupportCommand, body)));
    },
  );

function parseCommand<S extends z.ZodType>(schema: S, body: Uint8Array): z.output<S> {
  const parsed = schema.safeParse(readJson(body));
  if (!parsed.success) throw invalid("", "This version does not know the command.");
  return parsed.data;
}

function readJson(body: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new AppError("invalid_request", "The command is not valid JSON in UTF-8.");
  }
}
