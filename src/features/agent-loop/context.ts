/**
 * What a model is sent: which parts, in which order and how much of each. Parts that stay the same from one request to the
 * next come first, because providers cache prefixes.
 */
import { endWithinBudget, estimateTokens } from "../../kernel/token-estimate.ts";
import { oneLine } from "../../kernel/text.ts";
import type { ModelMessage, ModelTool } from "../../models/model.ts";
import { contentBlock } from "../../kernel/content-block.ts";
import { INSTRUCTIONS } from "./instructions.ts";

/** Limits in estimated tokens; for a small window, the first two are at most a quarter and an eighth of it. */
const MAX_REQUEST = 60_000;
const MAX_INSTRUCTIONS = 8_000;
const MAX_DESCRIPTION = 4_000;
/** The most tokens that a provider adds to each message for its role and separators. */
const PER_MESSAGE = 6;
/** In characters. */
const MAX_RESULT = 24_000;
/** Results that do not fit beside the rest are shortened to no less than this, in tokens. */
const MIN_RESULT = 200;
const COMPACT_ABOVE = 0.75;

/** A message of the conversation; the agent's own have the role `assistant`. */
export type ConversationMessage = {
  readonly id: string;
  readonly author: string;
  readonly role: "user" | "assistant";
  readonly content: string;
};

/** A text of the model with its calls, or the result of a call, in the order in which the answer made them. */
export type AnswerStep = Extract<ModelMessage, { role: "assistant" | "tool" }>;

export type ContextInput = {
  /** The agent's name, and the instructions of those who set it up. */
  readonly agent: { readonly name: string; readonly prompt: string };
  readonly tools: readonly ModelTool[];
  /** Ids of the conversation's page and of its drive. */
  readonly place: { readonly pageId: string; readonly driveId: string };
  readonly page: { readonly title: string; readonly description: string };
  /** A summary of the messages that are older than `messages`. */
  readonly summary: string | null;
  /** Oldest first, as the conversation was when the answer began. */
  readonly messages: readonly ConversationMessage[];
  /** The message that is being answered, one of `messages`. */
  readonly questionId: string;
  readonly steps: readonly AnswerStep[];
  /** In tokens. */
  readonly model: { readonly window: number; readonly maxOutputTokens: number };
  /** A random word, the same for all requests of an answer and known to nobody else. */
  readonly boundary: string;
};

export type Context = {
  readonly messages: ModelMessage[];
  /** Estimated tokens of the messages and tools. More than `window` only if the question and the steps alone do not fit. */
  readonly used: number;
  /** Tokens that the request may use. */
  readonly window: number;
  /** Messages that are neither sent nor in the summary. */
  readonly leftOut: number;
  readonly needsCompaction: boolean;
};

export function buildContext(input: ContextInput): Context {
  const { agent, tools, place, page, summary, questionId, boundary, model } = input;
  const window = Math.max(0, Math.min(model.window - model.maxOutputTokens, MAX_REQUEST));
  const toolTokens = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
  const before = [
    INSTRUCTIONS,
    `Your name is ${oneLine(agent.name)}.`,
    `This conversation is on the page ${place.pageId}.\nThat page is in the drive ${place.driveId}.`,
  ].join("\n\n");
  const promptRoom = Math.min(MAX_INSTRUCTIONS, window / 4) - toolTokens - estimateTokens(before);
  const prompt = cutToTokens(agent.prompt, promptRoom);
  const stable: ModelMessage[] = [
    { role: "system", content: prompt === "" ? before : `${before}\n\nThe instructions of this page:\n\n${prompt}` },
    { role: "user", content: describePage(page, boundary, Math.min(MAX_DESCRIPTION, window / 8)) },
    ...(summary === null ? [] : [asUser("Summary of the older messages:", contentBlock(summary, boundary))]),
  ];
  const question = input.messages.filter(({ id }) => id === questionId).map(toModelMessage);
  const steps = input.steps.map((step) =>
    step.role === "tool" ? { ...step, content: cutToLine(step.content, MAX_RESULT) } : step,
  );
  const room = window - toolTokens - tokensOf(stable) - tokensOf(question) - NOTE_TOKENS;
  const shortened = shortenResults(steps, room, boundary);
  const older = input.messages.filter(({ id }) => id !== questionId).map(toModelMessage);
  const kept = newestWithin(older, room - tokensOf(shortened));
  const leftOut = older.length - kept.length;
  const messages = [...stable, ...noteOf(leftOut), ...kept, ...question, ...shortened];
  const used = toolTokens + tokensOf(messages);
  return {
    messages,
    used,
    window,
    leftOut,
    needsCompaction: leftOut > 0 || used > window * COMPACT_ABOVE,
  };
}

const asUser = (heading: string, text: string): ModelMessage => ({ role: "user", content: `${heading}\n${text}` });

/** Only the first line is the service's: a person cannot write a message that begins with another name. */
const toModelMessage = ({ author, role, content }: ConversationMessage): ModelMessage =>
  role === "assistant" ? { role, content, calls: [] } : asUser(`${oneLine(author)} wrote:`, content);

function describePage({ title, description }: ContextInput["page"], boundary: string, room: number): string {
  const parts = [
    `Title: ${oneLine(title)}`,
    ...(description === "" ? [] : [`Description:\n${cutToTokens(description, room)}`]),
  ];
  return `The page of this conversation, as described by the service:\n${contentBlock(parts.join("\n\n"), boundary)}`;
}

const noteOf = (leftOut: number): ModelMessage[] =>
  leftOut === 0
    ? []
    : [
        {
          role: "user",
          content: `(${leftOut} older ${leftOut === 1 ? "message was" : "messages were"} left out here.)`,
        },
      ];

const textOf = (message: ModelMessage): string =>
  message.role === "assistant" && message.calls.length > 0
    ? message.content + JSON.stringify(message.calls)
    : message.content;

const tokensOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + PER_MESSAGE + estimateTokens(textOf(message)), 0);

/** Results as blocks. If they do not fit into the room, the oldest are shortened first. */
function shortenResults(steps: readonly AnswerStep[], room: number, boundary: string): ModelMessage[] {
  const inBlock = (step: AnswerStep): ModelMessage =>
    step.role === "tool" ? { ...step, content: contentBlock(step.content, boundary) } : step;
  let excess = tokensOf(steps.map(inBlock)) - room;
  return steps.map((step) => {
    const size = estimateTokens(step.content);
    if (excess <= 0 || step.role !== "tool" || size <= MIN_RESULT + CUT_TOKENS) return inBlock(step);
    const content = cutToTokens(step.content, Math.max(MIN_RESULT, size - excess - CUT_TOKENS));
    excess -= size - estimateTokens(content);
    return inBlock({ ...step, content });
  });
}

/** The newest messages that fit, without gaps. */
function newestWithin(messages: readonly ModelMessage[], room: number): ModelMessage[] {
  let left = room;
  const from = messages.findLastIndex((message) => (left -= tokensOf([message])) < 0) + 1;
  return messages.slice(from);
}

/** Room for the line about messages that were left out. */
const NOTE_TOKENS = PER_MESSAGE + 20;

const CUT = "[The rest was cut. Read it in smaller parts if you need it.]";
const CUT_TOKENS = estimateTokens(CUT) + 1;

const cutToTokens = (text: string, tokens: number): string =>
  estimateTokens(text) <= tokens ? text : tokens <= 0 ? "" : cutAt(text, endWithinBudget(text, 0, tokens));

const cutToLine = (text: string, characters: number): string =>
  text.length <= characters ? text : cutAt(text, characters);

/** Results are JSON, in which line breaks are escaped. */
const LINE_END = /\n|\\n/g;

/** Cuts at the last line end of the second half, else at `end`, but never inside a character. */
function cutAt(text: string, end: number): string {
  const half = Math.floor(end / 2);
  const lastLine = [...text.slice(half, end).matchAll(LINE_END)].at(-1);
  const kept = text.slice(0, lastLine === undefined ? end : half + lastLine.index);
  return `${kept.replace(/[\uD800-\uDBFF]$/, "")}\n${CUT}`;
}
