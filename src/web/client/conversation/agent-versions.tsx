/** Who changed an agent's settings, and when; an earlier version can be restored. */
import type { AgentConfig, AgentConfigVersion } from "../../../features/agents/contract.ts";
import { words } from "../../../words/agent.ts";
import { words as frame } from "../../../words/frame.ts";
import { relativeTime } from "../../shared/relative-time.ts";
import { call } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";

type VersionsProps = {
  readonly versions: readonly AgentConfigVersion[];
  readonly config: AgentConfig;
  readonly canEdit: boolean;
  readonly address: string;
  readonly close: () => void;
};

const authorOf = ({ author, agent }: AgentConfigVersion): string => {
  const name = author ?? words.someone;
  return agent === null ? name : frame.onBehalf(agent, name);
};

export const Versions = ({ versions, config, canEdit, address, close }: VersionsProps) => {
  const [last] = versions;
  const now = Date.now();
  if (last === undefined) return <p class="muted">{words.noVersions}</p>;
  const restore = async ({ settings }: AgentConfigVersion): Promise<void> => {
    // A tool may have been removed since.
    const enabledTools = settings.enabledTools.filter((tool) => config.availableTools.includes(tool));
    await call("PATCH", address, { ...settings, enabledTools });
    close();
    announce(words.restored);
  };
  return (
    <>
      <p class="muted">{words.changedBy(authorOf(last), relativeTime(last.at, now))}</p>
      <details class="small">
        <summary>{words.versions}</summary>
        <ul>
          {versions.map((version) => (
            <li key={version.version} class="row spread">
              <span>{words.versionOf(version.version, authorOf(version), relativeTime(version.at, now))}</span>
              {version === last ? (
                <span class="muted">{words.current}</span>
              ) : (
                canEdit && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={words.restoreVersion(version.version)}
                    onClick={({ currentTarget }) => attempt(currentTarget, () => restore(version))}
                  >
                    {words.restore}
                  </button>
                )
              )}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};
