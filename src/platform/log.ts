/** The only logger: one JSON object per line, with secrets redacted before anything is written. */
import { redactText } from "./redact.ts";
import { withoutTokens } from "./tokens.ts";

export type LogFields = Record<string, unknown>;
export type Log = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

const SECRET_FIELD = /token|secret|cookie|authorization|password|signature|csrf|code$/i;
const QUERY_SECRET = /([?&](?:token|sig|code|state|c)=)[^&\s"]+/g;

/** An error may contain anything, at any length. */
const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;

const scrubText = (text: string): string => withoutTokens(text).replace(QUERY_SECRET, "$1[redacted]");

/** A copy that is safe to log: secret fields and token-shaped texts are replaced, errors become plain objects. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return scrubText(value);
  if (value === null || typeof value !== "object") return value;
  if (depth > 5) return "[deep]";
  if (value instanceof Error) {
    const cause = value.cause === undefined ? {} : { cause: redact(value.cause, depth + 1) };
    const message = redactText(value.message, MAX_MESSAGE);
    return { name: value.name, message, stack: redactText(value.stack ?? "", MAX_STACK), ...cause };
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET_FIELD.test(key) ? "[redacted]" : redact(item, depth + 1)]),
  );
}

type LogLevel = keyof Log;

export type LogListener = (level: LogLevel, event: string, fields: LogFields) => void;

/** `hear` is called for every event; it must redact what it keeps. */
export function createLog(hear?: LogListener): Log {
  const line = (level: LogLevel, event: string, fields: LogFields = {}): void => {
    console[level](JSON.stringify({ level, event, ...(redact(fields) as LogFields) })); // redact returns a record for a record
    hear?.(level, event, fields);
  };
  return {
    info: (event, fields) => line("info", event, fields),
    warn: (event, fields) => line("warn", event, fields),
    error: (event, fields) => line("error", event, fields),
  };
}
