/** Resources and prompts that the conformance suite requests by name. */
import type {
  GetPromptResult,
  InputRequiredResult,
  ServerContext,
} from "../../node_modules/@modelcontextprotocol/server/dist/index.mjs";
import { PNG } from "./tools.ts";

export const RESOURCES = [
  { uri: "test://static-text", name: "static-text", description: "A text", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "A picture", mimeType: "image/png" },
];

export const TEMPLATES = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "A resource with a parameter",
    mimeType: "application/json",
  },
];

type Contents = { readonly uri: string; readonly mimeType: string } & ({ text: string } | { blob: string });

export function readFixture(uri: string): Contents | null {
  if (uri === "test://static-text") return { uri, mimeType: "text/plain", text: "A text of the conformance suite." };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return null;
  return { uri, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) };
}

type Given = Readonly<Record<string, string>>;

export type PromptFixture = {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly get: (given: Given, ctx: ServerContext) => GetPromptResult | InputRequiredResult;
};

const says = (...content: readonly GetPromptResult["messages"][number]["content"][]): GetPromptResult => ({
  messages: content.map((part) => ({ role: "user", content: part })),
});

export const words = (text: string) => says({ type: "text", text });

const argument = (name: string) => ({ name, description: `The argument ${name}`, required: true });

export const PROMPTS: readonly PromptFixture[] = [
  { name: "test_simple_prompt", description: "A prompt without arguments", get: () => words("A simple prompt.") },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt with arguments",
    arguments: [argument("arg1"), argument("arg2")],
    get: ({ arg1 = "", arg2 = "" }) => words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt with a resource in it",
    arguments: [argument("resourceUri")],
    get: ({ resourceUri = "" }) =>
      says(
        { type: "resource", resource: { uri: resourceUri, mimeType: "text/plain", text: "An embedded resource." } },
        { type: "text", text: "Read it." },
      ),
  },
  {
    name: "test_prompt_with_image",
    description: "A prompt with a picture in it",
    get: () => says({ type: "image", data: PNG, mimeType: "image/png" }, { type: "text", text: "Look at it." }),
  },
];
