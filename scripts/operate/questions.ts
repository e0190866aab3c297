/** The questions of `npm run setup`: answered by flags, by an earlier run, or at the terminal. */
import type { ParseArgsConfig } from "node:util";
import type * as z from "zod";
import { answers, type Installation, LOCATIONS } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import type { Prompt } from "./prompt.ts";

export const ANSWER_FLAGS = {
  host: { type: "string" },
  admin: { type: "string", multiple: true },
  location: { type: "string" },
  signup: { type: "string" },
  "mail-from": { type: "string" },
} as const satisfies ParseArgsConfig["options"];

export type AnswerFlags = {
  readonly [Flag in keyof typeof ANSWER_FLAGS]?: string | readonly string[] | undefined;
};

/** The part of an installation that is asked for. */
export type Answers = Pick<Installation, keyof typeof answers>;

/** Says that there is no answer, where one may be missing. */
const NONE = "none";

type Question<T> = {
  readonly flag: keyof typeof ANSWER_FLAGS;
  readonly ask: string;
  readonly schema: z.ZodType<T>;
  /** Turns the text of a flag or of the terminal into the schema's input. */
  readonly read: (text: string) => unknown;
  /** Turns an answer into the text that is offered as default. */
  readonly show: (answer: T) => string;
};

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const optional = (text: string): string | null => (text === NONE ? null : text);

const QUESTIONS: { readonly [Name in keyof Answers]: Question<Answers[Name]> } = {
  origin: {
    flag: "host",
    ask: "Host of the service, on a domain of your Cloudflare account. Passkeys are bound to it: choose one that stays",
    schema: answers.origin,
    read: (text) => text,
    show: (origin) => new URL(origin).host,
  },
  admins: {
    flag: "admin",
    ask: "Email address of the first administrator, or several, separated by commas",
    schema: answers.admins,
    read: listed,
    show: (admins) => admins.join(","),
  },
  location: {
    flag: "location",
    ask: `Location of the databases, which cannot be changed later: ${Object.entries(LOCATIONS)
      .map(([hint, name]) => `${hint} (${name})`)
      .join(", ")}, or ${NONE} to let Cloudflare choose`,
    schema: answers.location,
    read: optional,
    show: (location) => location ?? NONE,
  },
  signup: {
    flag: "signup",
    ask: "Who may sign up: open (everybody), invited, closed, or domains:example.com,example.org",
    schema: answers.signup,
    read: (text) => text,
    show: (signup) => signup,
  },
  mailFrom: {
    flag: "mail-from",
    ask: `Sender address of mail, at a domain of your Cloudflare account, or ${NONE}`,
    schema: answers.mailFrom,
    read: optional,
    show: (mailFrom) => mailFrom ?? NONE,
  },
};

/** `earlier` are offered as defaults. Without a prompt, they are used, and a missing or invalid answer is an OperatorError. */
export async function ask(flags: AnswerFlags, earlier: Partial<Answers>, prompt: Prompt | null): Promise<Answers> {
  const answer = <Name extends keyof Answers>(name: Name): Promise<Answers[Name]> =>
    answerOne(QUESTIONS[name], flags[QUESTIONS[name].flag], earlier[name], prompt);
  return {
    origin: await answer("origin"),
    admins: await answer("admins"),
    location: await answer("location"),
    signup: await answer("signup"),
    mailFrom: await answer("mailFrom"),
  };
}

async function answerOne<T>(
  question: Question<T>,
  flag: string | readonly string[] | undefined,
  earlier: T | undefined,
  prompt: Prompt | null,
): Promise<T> {
  const { ask: text, flag: name, show } = question;
  if (flag !== undefined) {
    const parsed = parse(question, typeof flag === "string" ? flag : flag.join(","));
    if ("fault" in parsed) throw new OperatorError(`--${name}: ${parsed.fault}`);
    return parsed.answer;
  }
  if (!prompt) {
    if (earlier === undefined) throw new OperatorError(`An answer is missing: --${name}. ${text}.`);
    return earlier;
  }
  const offered = `${text}${earlier === undefined ? "" : ` [${show(earlier)}]`}: `;
  for (let fault = ""; ;) {
    const typed = (await prompt(fault + offered)).trim();
    if (typed === "" && earlier !== undefined) return earlier;
    const parsed = parse(question, typed);
    if ("answer" in parsed) return parsed.answer;
    fault = `${parsed.fault}\n`;
  }
}

function parse<T>(
  { schema, read }: Pick<Question<T>, "schema" | "read">,
  text: string,
): { readonly answer: T } | { readonly fault: string } {
  const parsed = schema.safeParse(read(text));
  if (parsed.success) return { answer: parsed.data };
  return { fault: `${JSON.stringify(text)} ${parsed.error.issues[0]?.message ?? "is not valid"}.` };
}
