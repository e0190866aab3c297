/** Alarms and service-level objectives, for administrators. */
import type { AlarmList } from "../../features/alarms/contract.ts";
import type { Objectives } from "../../features/monitoring/contract.ts";
import { alarmTitle, words } from "../../words/alarm.ts";
import { count, instantOf, share } from "../shared/number-format.ts";
import { Facts, Table } from "./admin-chart.tsx";

/** `alarms` is null if they cannot be read. */
export const AlarmsSection = ({ alarms }: { alarms: AlarmList | null }) => (
  <section aria-labelledby="alarms" class="wide">
    <h2 id="alarms">{words.alarms}</h2>
    {alarms === null ? (
      <p role="status">{words.unreadable}</p>
    ) : (
      <>
        <Facts
          of={[
            [words.channels.webhook, channelOf(alarms.channels.webhook)],
            [words.channels.mail, channelOf(alarms.channels.mail)],
            [words.lastSweep, alarms.sweptAt === null ? words.never : instantOf(alarms.sweptAt)],
          ]}
        />
        {alarms.alarms.length === 0 ? (
          <p class="muted">{words.noAlarms}</p>
        ) : (
          <Table head={[words.alarm, words.state, words.since]}>
            {alarms.alarms.map((alarm) => (
              <tr>
                <th scope="row">{alarmTitle(alarm)}</th>
                <td>
                  {alarm.endedAt === null ? (
                    <span class="state state-down">{words.open}</span>
                  ) : (
                    words.ended(instantOf(alarm.endedAt))
                  )}
                </td>
                <td>
                  <time datetime={alarm.since}>{instantOf(alarm.since)}</time>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </>
    )}
    <p class="actions">
      <button type="button" class="quiet outlined" data-act="test-alarms">
        {words.sendTest}
      </button>
    </p>
    <p role="status" data-test-outcome />
  </section>
);

function channelOf({ isConfigured, failures, lastSentAt }: AlarmList["channels"]["mail"]): string {
  if (!isConfigured) return words.notConfigured;
  if (failures > 0) return words.failing(count(failures));
  return lastSentAt === null ? words.neverSent : words.lastSent(instantOf(lastSentAt));
}

const percent = (value: number | null): string => (value === null ? "–" : share(Math.round(value * 10_000), 10_000));

export const ObjectivesSection = ({ objectives }: { objectives: Objectives }) => (
  <section aria-labelledby="objectives" class="wide">
    <h2 id="objectives">{words.objectives}</h2>
    <Table head={[words.objective, words.target, words.measured, words.budgetLeft, words.burn]}>
      {objectives.map(({ name, target, all, bad, budgetLeft, burnRate }) => (
        <tr>
          <th scope="row">{words.objectiveNames[name]}</th>
          <td>{target === null ? "0" : words.percentage((target * 100).toFixed(1))}</td>
          <td>{all === null ? count(bad) : all === 0 ? words.noneMeasured : words.ofEvents(count(bad), count(all))}</td>
          <td>{percent(budgetLeft)}</td>
          <td>{burnRate === null ? "–" : words.times(burnRate.toFixed(1))}</td>
        </tr>
      ))}
    </Table>
    <p class="muted">{words.wordsLostHint}</p>
  </section>
);
