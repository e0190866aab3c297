/**
 * The port to language models: one request, one stream of events. Providers differ behind it; the loop that calls tools is
 * elsewhere.
 */

/** A call of a tool as the model wrote it. `args` is the JSON text as received, which may not be valid JSON. */
export type ModelCall = { readonly id: string; readonly name: string; readonly args: string };

export type ModelMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly content: string;
      readonly isError: boolean;
    };

/** `inputSchema` is JSON Schema 2020-12. */
export type ModelTool = { readonly name: string; readonly description: string; readonly inputSchema: object };

export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
  /** Ends the provider's call. */
  readonly signal: AbortSignal;
};

/**
 * Tokens. `input` includes `cached`, which the provider read from its cache, and `written`, which it stored there at a price of
 * its own.
 */
export type ModelUsage = {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly written?: number;
};

/** `end` comes last, and `usage` before it if the provider reports any. */
export type ModelEvent =
  | { readonly kind: "text"; readonly text: string }
  | ({ readonly kind: "call" } & ModelCall)
  | ({ readonly kind: "usage" } & ModelUsage)
  | { readonly kind: "end"; readonly reason: "stop" | "calls" | "length" | "filtered" };

/** US dollars per million tokens. `written` is the price of input that the provider stores in its cache, if it differs. */
export type ModelPrice = {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly written?: number;
};

export type ModelInfo = {
  readonly provider: string;
  readonly model: string;
  /** Context window in tokens. */
  readonly window: number;
  /** Null if it is unknown. */
  readonly price: ModelPrice | null;
};

/** The provider of the demo, which calls no model and costs nothing. */
export const DEMO_PROVIDER = "demo";

export type LanguageModel = ModelInfo & {
  /** Throws ModelError, also while it is being read. */
  readonly stream: (request: ModelRequest) => AsyncIterable<ModelEvent>;
};

/** One vector for each text, in order. `tokens` is null if the provider does not report them. */
export type Embedded = { readonly vectors: readonly (readonly number[])[]; readonly tokens: number | null };

export type EmbeddingModel = ModelInfo & {
  /** Identifies the model and its vectors: those of different models cannot be compared. */
  readonly fingerprint: string;
  readonly minSimilarity: number;
  /** Throws ModelError. */
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<Embedded>;
};

/** The models of this deployment. */
export type Models = {
  readonly list: () => readonly ModelInfo[];
  /** Null unless exactly this model is configured; another model never takes its place. */
  readonly find: (provider: string, model: string) => LanguageModel | null;
  /** The model for agents that name none; null if no model is configured. */
  readonly preferred: () => ModelInfo | null;
};

/** Null if nothing is configured, or not the model that is named. Without a name it is the preferred one. */
export function chosenModel(models: Models, named: { readonly provider: string; readonly model: string }) {
  const wanted = named.provider !== "" || named.model !== "" ? named : models.preferred();
  return wanted && models.find(wanted.provider, wanted.model);
}

/**
 * `busy`: 429, 5xx or unreachable, `denied`: the provider rejects the key, `rejected`: it rejects the request, `silent`: nothing arrived
 * in time, `interrupted`: the stream ended early, `garbled`: it could not be read, `too_long`: more than the limit arrived,
 * `cancelled`: the signal was aborted.
 */
export type ModelErrorCode =
  | "busy"
  | "denied"
  | "rejected"
  | "silent"
  | "interrupted"
  | "garbled"
  | "too_long"
  | "cancelled";

const RETRYABLE: readonly ModelErrorCode[] = ["busy", "silent", "interrupted", "garbled"];

export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  /** The provider's own words, for administrators and for whoever tries a model. Contains no key. */
  readonly detail: string;
  /** How long (s) the provider asks to wait. */
  readonly retryAfter: number | null;

  constructor(code: ModelErrorCode, message: string, detail = "", retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  get isRetryable(): boolean {
    return RETRYABLE.includes(this.code);
  }
}
