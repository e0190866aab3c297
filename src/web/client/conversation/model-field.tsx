/** Chooses the model of an agent among those of the deployment, and tries it. */
import { useState } from "preact/hooks";
import { words } from "../../../words/agent.ts";
import { locale } from "../../shared/relative-time.ts";
import { call } from "../api/api.ts";
import { attempt } from "../ui/notice.ts";
import type { AgentConfig, AgentModel, ModelTrial } from "../../../features/agents/contract.ts";

type Named = Pick<AgentModel, "provider" | "model">;

/** The deployment's default has two empty names. */
const valueOf = ({ provider, model }: Named): string => JSON.stringify([provider, model]);

export function chosenModel(form: HTMLFormElement): { readonly aiProvider: string; readonly aiModel: string } {
  const field = form.elements.namedItem("model");
  const value = field instanceof HTMLSelectElement ? field.value : valueOf({ provider: "", model: "" });
  const [aiProvider = "", aiModel = ""] = JSON.parse(value) as string[]; // written by `valueOf`
  return { aiProvider, aiModel };
}

const nameOf = ({ provider, model }: Named): string => [provider, model].filter((part) => part !== "").join("/");

function labelOf(offered: AgentModel): string {
  const name = nameOf(offered);
  if (!offered.price) return words.priceUnknown(name);
  const money = new Intl.NumberFormat(locale(), { style: "currency", currency: "USD" });
  return words.price(name, money.format(offered.price.input), money.format(offered.price.output));
}

type FieldProps = { readonly config: AgentConfig; readonly canEdit: boolean; readonly address: string };

export const ModelField = ({ config, canEdit, address }: FieldProps) => {
  const [trial, setTrial] = useState<ModelTrial | null>(null);
  const { models } = config;
  const stored = { provider: config.aiProvider, model: config.aiModel };
  const isDefault = stored.model === "";
  const isGone = !isDefault && !models.some((each) => valueOf(each) === valueOf(stored));
  const [first] = models;
  return (
    <>
      <label for="agent-model">{words.model}</label>
      <select id="agent-model" name="model" disabled={!canEdit} onChange={() => setTrial(null)}>
        <option value={valueOf({ provider: "", model: "" })} selected={isDefault}>
          {first ? words.defaultIs(nameOf(first)) : words.defaultModel}
        </option>
        {models.map((each) => (
          <option key={valueOf(each)} value={valueOf(each)} selected={valueOf(each) === valueOf(stored)}>
            {labelOf(each)}
          </option>
        ))}
        {isGone && (
          <option value={valueOf(stored)} selected>
            {words.gone(nameOf(stored))}
          </option>
        )}
      </select>
      {config.status === "not_configured" && <p class="muted">{words.noModels}</p>}
      {canEdit && models.length > 0 && (
        <p class="row wrap">
          <button
            type="button"
            class="quiet outlined"
            onClick={({ currentTarget }) => {
              const { form } = currentTarget;
              if (form)
                attempt(currentTarget, async () =>
                  setTrial(await call<ModelTrial>("POST", `${address}/try`, chosenModel(form))),
                );
            }}
          >
            {words.tryModel}
          </button>
          <span class="muted small">{words.tryHint}</span>
        </p>
      )}
      <div role="status">{trial && <Trial trial={trial} />}</div>
    </>
  );
};

const CHECKS = ["key", "streaming", "tools"] as const;

const Trial = ({ trial }: { readonly trial: ModelTrial }) => (
  <>
    <ul class="row wrap">
      {CHECKS.map((check) => (
        <li key={check} class={trial[check] === "failed" ? "failed" : undefined}>
          {words.checks[check]}: {words.outcomes[trial[check]]}
        </li>
      ))}
    </ul>
    {trial.error !== null && <p class="muted small">{trial.error}</p>}
  </>
);
