/**
 * Scripts of the scripted model (`scripted-model.ts`). A script is a list of answers separated by `|`, the n-th for the n-th
 * request of a conversation. An answer is a list of steps separated by `;`. A fault before `!` spoils the first answers.
 */

/** Faults, and how many requests each spoils unless the script says `fault*N!`. */
export const FAULTS = {
  "429": 2,
  "500": 2,
  "401": Infinity,
  /** Sends the headers and nothing more. */
  hang: 1,
  /** Breaks the connection in the middle of the words. */
  half: 1,
  /** Ends properly, without saying that the answer is complete. */
  endless: 1,
  garbage: 1,
  /** Reports an error in the middle of the words. */
  overloaded: 1,
  /** Rejects requests with tools. */
  notools: Infinity,
  redirect: Infinity,
  /** Repeats the first answer for ever. */
  loop: Infinity,
  oversized: Infinity,
  /** Arguments of the first call that are no JSON. */
  badargs: 1,
  /** A call of a tool that does not exist. */
  badtool: 1,
} as const;

export type Fault = keyof typeof FAULTS;

export type Step =
  | { readonly kind: "words"; readonly count: number; readonly everyMs: number }
  | { readonly kind: "say"; readonly text: string; readonly everyMs: number }
  | { readonly kind: "tool"; readonly name: string; readonly args: string }
  | { readonly kind: "usage"; readonly input: number; readonly cached: number; readonly output: number }
  | { readonly kind: "end"; readonly reason: string };

export type Script = {
  readonly fault: Fault | null;
  /** How many requests the fault spoils. */
  readonly times: number;
  readonly answers: readonly (readonly Step[])[];
};

const encode = (text: string): string => Buffer.from(text).toString("base64url");
const decode = (text: string): string => Buffer.from(text, "base64url").toString();

/** Words that carry the time at which they are sent. */
export const words = (count: number, everyMs = 0): string => `words=${count}@${everyMs}`;
export const say = (text: string, everyMs = 0): string => `say=${encode(text)}@${everyMs}`;
export const tool = (name: string, args: object): string => `tool=${name}:${encode(JSON.stringify(args))}`;
export const usage = (input: number, cached: number, output: number): string => `usage=${input},${cached},${output}`;
export const answers = (...parts: readonly (string | readonly string[])[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.join(";"))).join("|");

const isFault = (name: string): name is Fault => Object.hasOwn(FAULTS, name);

export function parseScript(text: string): Script {
  const [, name = "", times, rest = ""] = /^(?:([a-z0-9]+)(?:\*(\d+))?!)?(.*)$/s.exec(text) ?? [];
  if (name !== "" && !isFault(name)) throw new Error(`Unknown fault ${name}`);
  const fault = isFault(name) ? name : null;
  return {
    fault,
    times: times === undefined ? (fault ? FAULTS[fault] : 0) : Number(times),
    answers: rest.split("|").map((part) => part.split(";").filter(Boolean).map(parseStep)),
  };
}

function parseStep(text: string): Step {
  const [, kind = "", value = ""] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  const [first = "", every = "0"] = value.split("@");
  switch (kind) {
    case "words":
      return { kind, count: Number(first), everyMs: Number(every) };
    case "say":
      return { kind, text: decode(first), everyMs: Number(every) };
    case "tool": {
      const at = value.indexOf(":");
      return { kind, name: value.slice(0, at), args: decode(value.slice(at + 1)) };
    }
    case "usage": {
      const [input = 0, cached = 0, output = 0] = value.split(",").map(Number);
      return { kind, input, cached, output };
    }
    case "end":
      return { kind, reason: value };
    default:
      throw new Error(`Unknown step ${text}`);
  }
}
