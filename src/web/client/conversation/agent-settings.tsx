/** The settings of an AI_CHAT page's agent: its system prompt, its model, its tools, and when it asks for approval. */
import type { AgentConfig, AgentConfigVersion, PatchAgentConfig } from "../../../features/agents/contract.ts";
import { words } from "../../../words/agent.ts";
import { isReadingTool, toolLabel } from "../../shared/conversation/tool-label.ts";
import { call, path } from "../api/api.ts";
import { announce } from "../ui/notice.ts";
import { handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { fieldOf, need } from "../ui/dom.ts";
import { Versions } from "./agent-versions.tsx";
import { chosenModel, ModelField } from "./model-field.tsx";

/** Maximum length in characters. */
const LONGEST_PROMPT = 50_000;

/** Users who may not edit the page see the settings read-only. */
export async function openAgentSettings(pageId: string, canEdit: boolean): Promise<void> {
  const address = path`/api/pages/${pageId}/agent-config`;
  const [config, { versions }] = await Promise.all([
    call<AgentConfig>("GET", address),
    call<{ versions: readonly AgentConfigVersion[] }>("GET", `${address}/versions`),
  ]);
  openRenderedDialog(words.title, ({ close }) => <AgentForm {...{ config, versions, canEdit, address, close }} />);
}

const APPROVALS = ["risky", "writes", "suggestions"] as const;

/** Only the settings that changed here, so that other users' changes to the rest survive. */
function changesOf(config: AgentConfig, form: HTMLFormElement): PatchAgentConfig {
  const systemPrompt = need("textarea", HTMLTextAreaElement, form).value;
  const model = chosenModel(form);
  const chosen = fieldOf(form, "approval");
  const approval = APPROVALS.find((value) => value === chosen) ?? "risky";
  const checked = form.querySelectorAll<HTMLInputElement>("[name=enabledTools]:checked");
  const tools = Array.from(checked, ({ value }) => value);
  const isSame =
    tools.length === config.enabledTools.length && tools.every((tool) => config.enabledTools.includes(tool));
  const isSameModel = model.aiProvider === config.aiProvider && model.aiModel === config.aiModel;
  return {
    ...(systemPrompt !== config.systemPrompt && { systemPrompt }),
    ...(!isSameModel && model),
    ...(approval !== config.approval && { approval }),
    ...(!isSame && { enabledTools: tools }),
  };
}

type FormProps = {
  readonly config: AgentConfig;
  readonly versions: readonly AgentConfigVersion[];
  readonly canEdit: boolean;
  readonly address: string;
  readonly close: () => void;
};

const AgentForm = (props: FormProps) => {
  const { config, canEdit, address, close } = props;
  const save = async (form: HTMLFormElement): Promise<void> => {
    const patch = changesOf(config, form);
    if (Object.keys(patch).length > 0) await call("PATCH", address, patch);
    close();
    announce(words.saved);
  };
  return (
    <form class="stack agent-settings" onSubmit={handleSubmit(save)}>
      <label for="agent-prompt">{words.prompt}</label>
      <textarea
        id="agent-prompt"
        name="systemPrompt"
        dir="auto"
        rows={6}
        maxlength={LONGEST_PROMPT}
        readonly={!canEdit}
        aria-describedby="agent-prompt-hint"
        defaultValue={config.systemPrompt}
      />
      <p class="muted" id="agent-prompt-hint">
        {words.promptHint}
      </p>
      <ModelField config={config} canEdit={canEdit} address={address} />
      <fieldset disabled={!canEdit}>
        <legend>{words.tools}</legend>
        <p class="muted">{words.toolsHint}</p>
        <Tools config={config} title={words.reading} isOf={isReadingTool} />
        <Tools config={config} title={words.changing} isOf={(tool) => !isReadingTool(tool)} />
      </fieldset>
      <fieldset disabled={!canEdit}>
        <legend>{words.approval}</legend>
        <p class="muted">{words.approvalHint}</p>
        {APPROVALS.map((value) => (
          <label key={value} class="row check">
            <input type="radio" name="approval" value={value} defaultChecked={config.approval === value} />
            {words[value]}
          </label>
        ))}
      </fieldset>
      <Versions {...props} />
      {canEdit && (
        <p class="actions">
          <button type="submit">{words.save}</button>
        </p>
      )}
    </form>
  );
};

type ToolsProps = {
  readonly config: AgentConfig;
  readonly title: string;
  readonly isOf: (tool: string) => boolean;
};

const Tools = ({ config, title, isOf }: ToolsProps) => (
  <>
    <h3 class="small">{title}</h3>
    <ul class="agent-tools" aria-label={title}>
      {config.availableTools.filter(isOf).map((tool) => (
        <li key={tool}>
          <label class="row check">
            <input
              type="checkbox"
              name="enabledTools"
              value={tool}
              defaultChecked={config.enabledTools.includes(tool)}
            />
            <span>
              {toolLabel(tool)} <code class="muted">{tool}</code>
            </span>
          </label>
        </li>
      ))}
    </ul>
  </>
);
