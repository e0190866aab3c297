/** Questions at the terminal. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { OperatorError } from "./operator-error.ts";

/** Asks one question. Resolves to the text typed, which may be empty. */
export type Prompt = (question: string) => Promise<string>;

/** Null without a terminal. */
export const terminalPrompt = (): Prompt | null => (process.stdin.isTTY && process.stdout.isTTY ? ask : null);

/** Asks until one of the choices is typed. */
export async function choose<Choice extends string>(question: string, choices: readonly Choice[]): Promise<Choice> {
  for (;;) {
    const typed = (await ask(`${question} [${choices.join("/")}] `)).trim().toLowerCase();
    const choice = choices.find((each) => each === typed);
    if (choice !== undefined) return choice;
  }
}

/** Throws an OperatorError without a terminal. Reads input only during the question, since Wrangler asks as well. */
export async function ask(question: string, answer: "shown" | "hidden" = "shown"): Promise<string> {
  if (!process.stdin.isTTY) throw new OperatorError(`There is no terminal to ask: ${question.trim()}`);
  const isHidden = answer === "hidden";
  if (isHidden) process.stdout.write(question);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  terminal.once("SIGINT", () => process.exit(130));
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
    if (isHidden) process.stdout.write("\n");
  }
}
