/** The settings of an AI_CHAT page's agent: its system prompt, its model, and the tools that it may use. */
import type { AgentConfig, PatchAgentConfig } from "../../../features/agents/contract.ts";
import { words } from "../../../words/agent.ts";
import { call, path } from "../api/api.ts";
import { onSubmit, announce } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { fieldOf, need } from "../ui/dom.ts";

/** Maximum lengths in characters. */
const LONGEST_PROMPT = 50_000;
const LONGEST_NAME = 200;

/** Users who may not edit the page see the settings read-only. */
export async function openAgentSettings(pageId: string, canEdit: boolean): Promise<void> {
  const address = path`/api/pages/${pageId}/agent-config`;
  const config = await call<AgentConfig>("GET", address);
  const dialog = openRenderedDialog(words.title, () => <AgentForm config={config} canEdit={canEdit} />);
  const form = need("form", HTMLFormElement, dialog);
  onSubmit(form, async () => {
    // Sends only the fields that changed here, so that other users' changes to the rest survive.
    const patch = changesOf(config, form);
    if (Object.keys(patch).length > 0) await call("PATCH", address, patch);
    dialog.close();
    announce(words.saved);
  });
}

function changesOf(config: AgentConfig, form: HTMLFormElement): PatchAgentConfig {
  const written = {
    systemPrompt: need("textarea", HTMLTextAreaElement, form).value,
    aiProvider: fieldOf(form, "aiProvider"),
    aiModel: fieldOf(form, "aiModel"),
  };
  const tools = Array.from(form.querySelectorAll<HTMLInputElement>("input:checked"), ({ value }) => value);
  const isSame =
    tools.length === config.enabledTools.length && tools.every((tool) => config.enabledTools.includes(tool));
  return {
    ...(written.systemPrompt !== config.systemPrompt && { systemPrompt: written.systemPrompt }),
    ...(written.aiProvider !== config.aiProvider && { aiProvider: written.aiProvider }),
    ...(written.aiModel !== config.aiModel && { aiModel: written.aiModel }),
    ...(!isSame && { enabledTools: tools }),
  };
}

const AgentForm = ({ config, canEdit }: { readonly config: AgentConfig; readonly canEdit: boolean }) => (
  <form class="stack agent-settings">
    <p class="muted">{words.notYet}</p>
    <label for="agent-prompt">{words.prompt}</label>
    <textarea
      id="agent-prompt"
      name="systemPrompt"
      dir="auto"
      rows={8}
      maxlength={LONGEST_PROMPT}
      readonly={!canEdit}
      aria-describedby="agent-prompt-hint"
      defaultValue={config.systemPrompt}
    />
    <p class="muted" id="agent-prompt-hint">
      {words.promptHint}
    </p>
    <label for="agent-provider">{words.provider}</label>
    <Name id="agent-provider" name="aiProvider" value={config.aiProvider} canEdit={canEdit} />
    <label for="agent-model">{words.model}</label>
    <Name id="agent-model" name="aiModel" value={config.aiModel} canEdit={canEdit} />
    <fieldset disabled={!canEdit}>
      <legend>{words.tools}</legend>
      <p class="muted">{words.toolsHint}</p>
      <ul class="agent-tools">
        {config.availableTools.map((tool) => (
          <li key={tool}>
            <label class="row check">
              <input
                type="checkbox"
                name="enabledTools"
                value={tool}
                defaultChecked={config.enabledTools.includes(tool)}
              />
              <code>{tool}</code>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
    {canEdit && (
      <p class="actions">
        <button type="submit">{words.save}</button>
      </p>
    )}
  </form>
);

type NameProps = { readonly id: string; readonly name: string; readonly value: string; readonly canEdit: boolean };

const Name = ({ id, name, value, canEdit }: NameProps) => (
  <input
    id={id}
    name={name}
    defaultValue={value}
    maxlength={LONGEST_NAME}
    readonly={!canEdit}
    autocomplete="off"
    autocapitalize="none"
    spellcheck={false}
  />
);
