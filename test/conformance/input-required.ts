/** Conformance tools that request input from the client before they answer (revision 2026-07-28). */
import {
  acceptedContent,
  inputRequired,
  inputResponse,
} from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";
import type { InputRequests, RequestStateCodec } from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";
import { words, type PromptFixture } from "./resources.ts";
import { envelopeOf, text, type Fixture } from "./tools.ts";

export type State = { readonly step: number };
export type StateCodec = RequestStateCodec<State>;

const ask = (message: string, property: string, kind: { type: "string" } | { type: "boolean" } = { type: "string" }) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [property]: kind }, required: [property] },
  });

const sample = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens: 100,
  });

/** Requests one input and reports the response. */
const simple = (
  name: string,
  key: string,
  request: InputRequests[string],
  told: (answer: string) => string,
): Fixture => ({
  name,
  description: `Asks for ${key}`,
  call: ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, key);
    return given.kind === "missing"
      ? inputRequired({ inputRequests: { [key]: request } })
      : text(told(JSON.stringify(given)));
  },
});

const askName = () => ask("What is your name?", "name");

const elicitation: Fixture = {
  name: "test_input_required_result_elicitation",
  description: "Asks for a name",
  call: ({ mcpReq }) => {
    const given = acceptedContent<{ name?: string }>(mcpReq.inputResponses, "user_name");
    return typeof given?.name === "string"
      ? text(`Hello, ${given.name}!`)
      : inputRequired({ inputRequests: { user_name: askName() } });
  },
};

const capabilities: Fixture = {
  name: "test_input_required_result_capabilities",
  description: "Asks only for what the client can give",
  call: (ctx) => {
    const declared = envelopeOf(ctx)["io.modelcontextprotocol/clientCapabilities"] ?? {};
    return inputRequired({
      inputRequests: {
        ...(declared.elicitation && { user_name: askName() }),
        ...(declared.sampling && { capital_question: sample("What is the capital of France?") }),
      },
    });
  },
};

/** Requests several inputs in sequence, tracking progress in the state that the client returns. */
const inSteps = (name: string, codec: StateCodec, steps: readonly (() => InputRequests)[], done: string): Fixture => ({
  name,
  description: "Asks, and takes its state back",
  call: async ({ mcpReq }) => {
    const { step } = mcpReq.requestState<State>() ?? { step: 0 };
    const isAnswered = step > 0 && mcpReq.inputResponses !== undefined;
    const next = steps[isAnswered ? step : 0];
    if (!next) return text(done);
    return inputRequired({
      inputRequests: next(),
      requestState: await codec.mint({ step: (isAnswered ? step : 0) + 1 }),
    });
  },
});

const confirm = () => ({ confirm: ask("Please confirm", "ok", { type: "boolean" }) });

export const INPUT_TOOLS = (codec: StateCodec): readonly Fixture[] => [
  elicitation,
  simple(
    "test_input_required_result_sampling",
    "capital_question",
    sample("What is the capital of France?"),
    (answer) => answer,
  ),
  simple("test_input_required_result_list_roots", "client_roots", inputRequired.listRoots(), (answer) => answer),
  inSteps("test_input_required_result_request_state", codec, [confirm], "state-ok"),
  inSteps("test_input_required_result_tampered_state", codec, [confirm], "state-ok"),
  inSteps(
    "test_input_required_result_multiple_inputs",
    codec,
    [
      () => ({
        user_name: askName(),
        greeting: sample("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      }),
    ],
    "All is there.",
  ),
  inSteps(
    "test_input_required_result_multi_round",
    codec,
    [
      () => ({ step1: ask("Step 1: What is your name?", "name") }),
      () => ({ step2: ask("Step 2: What is your favourite colour?", "color") }),
    ],
    "Both are known.",
  ),
  capabilities,
];

export const INPUT_PROMPT: PromptFixture = {
  name: "test_input_required_result_prompt",
  description: "A prompt that asks for its context",
  get: (_given, { mcpReq }) => {
    const given = acceptedContent<{ context?: string }>(mcpReq.inputResponses, "user_context");
    return given === undefined
      ? inputRequired({ inputRequests: { user_context: ask("What context should the prompt use?", "context") } })
      : words(`In the context of ${given.context ?? ""}`);
  },
};
