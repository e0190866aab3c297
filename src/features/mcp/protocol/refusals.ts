/** Protocol errors for requests other than tool calls. Each message includes the next step. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { AppError, type ErrorCode } from "../../../kernel/errors.ts";
import { refusesCaller } from "../tools/call.ts";
import { shorten } from "../tools/answer-size.ts";
import { withNextStep } from "../tools/next-steps.ts";
import type { ToolContext } from "../tools/tool.ts";

/** Errors caused by the message rather than by the caller or the service. */
const ARGUMENT_FAULTS: ReadonlySet<ErrorCode> = new Set(["invalid_request", "not_found", "line_out_of_range"]);

export const isArgumentFault = (error: unknown): error is AppError =>
  error instanceof AppError && ARGUMENT_FAULTS.has(error.code);

const MAX_QUOTED = 200;

export const quote = (text: string): string => `“${shorten(text, MAX_QUOTED)}”`;

export const invalidParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** Returns the result of `run`, and converts errors into protocol errors. `uri` is that of the requested resource. */
export async function orRefuse<T>(context: ToolContext, run: () => Promise<T>, uri: string | null = null): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (refusesCaller(error)) context.refuse(error);
    if (!(error instanceof AppError)) {
      context.deps.log.error("mcp.request_failed", { error });
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Something went wrong on our side. Try again later.");
    }
    const message = withNextStep(error);
    if (uri !== null && error.code === "not_found") throw new ResourceNotFoundError(uri, message);
    throw isArgumentFault(error) ? invalidParams(message) : new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
