/** Connections with other people: requesting, accepting, ending and blocking. */
import { useMemo, useRef, useState } from "preact/hooks";
import type * as z from "zod";
import type { PersonConnection, ConnectionAction, ConnectionList } from "../../../features/people/contract.ts";
import { call, path } from "../api/api.ts";
import { fieldOf } from "../ui/dom.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import { type DialogHandle, handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { useRefresh } from "../shell/use-refresh.ts";
import { PeoplePicker, type Picker } from "../sharing/people-picker.tsx";
import { anybody } from "../sharing/people-sources.ts";
import { PersonRow } from "../sharing/person-row.tsx";
import { words } from "../../../words/connections.ts";

const STATUSES = ["pending", "accepted", "blocked"] as const;

async function load(): Promise<readonly PersonConnection[]> {
  const lists = await Promise.all(
    STATUSES.map((status) =>
      call<z.infer<typeof ConnectionList>>("GET", path`/api/connections?limit=100&status=${status}`),
    ),
  );
  return lists.flatMap(({ connections }) => connections);
}

export async function openConnections(): Promise<void> {
  const first = await load();
  openRenderedDialog(words.connections, (dialog) => <Connections first={first} dialog={dialog} />);
}

/** An action on a connection, with the label of its button. */
type Deed = { readonly label: string; readonly act: ConnectionAction | "end"; readonly isQuiet?: true };

const END: Deed = { label: words.end, act: "end", isQuiet: true };
const BLOCK: Deed = { label: words.block, act: "block", isQuiet: true };

const GROUPS: readonly {
  readonly name: string;
  readonly holds: (connection: PersonConnection) => boolean;
  readonly handlers: readonly Deed[];
}[] = [
  {
    name: words.theyAsk,
    holds: ({ status, isRequester }) => status === "pending" && !isRequester,
    handlers: [{ label: words.accept, act: "accept" }, { label: words.decline, act: "reject", isQuiet: true }, BLOCK],
  },
  {
    name: words.youAsked,
    holds: ({ status, isRequester }) => status === "pending" && isRequester,
    handlers: [{ label: words.takeBack, act: "end", isQuiet: true }],
  },
  { name: words.connected, holds: ({ status }) => status === "accepted", handlers: [END, BLOCK] },
  {
    name: words.blocked,
    holds: ({ status }) => status === "blocked",
    handlers: [{ label: words.unblock, act: "unblock", isQuiet: true }],
  },
];

type Props = { readonly first: readonly PersonConnection[]; readonly dialog: DialogHandle };

function Connections({ first, dialog }: Props) {
  const [connections, show] = useState(first);
  const refresh = async (): Promise<void> => show(await load());
  useRefresh(
    dialog.ended,
    () => void refresh().catch(showError),
    ({ type }) => type === "notification",
  );
  const act = async ({ id, user }: PersonConnection, deed: Deed): Promise<void> => {
    if (deed.act === "end") await call("DELETE", path`/api/connections/${id}`);
    else await call("PATCH", path`/api/connections/${id}`, { action: deed.act });
    announce(words.done(deed.label, user.name));
    await refresh();
  };
  const groups = GROUPS.map((group) => ({ ...group, found: connections.filter(group.holds) }));
  return (
    <>
      <p class="muted">{`${words.hint} ${words.blockHint}`}</p>
      <Request connected={connections.map(({ user }) => user.id)} refresh={refresh} />
      {groups
        .filter(({ found }) => found.length > 0)
        .map(({ name, handlers, found }) => (
          <section key={name} class="people-group">
            <h3>{name}</h3>
            <ul class="people" aria-label={name}>
              {found.map((connection) => (
                <PersonRow
                  key={connection.id}
                  face={connection.user}
                  name={connection.user.name}
                  email={null}
                  source={
                    connection.status === "pending" && connection.message !== "" ? <q>{connection.message}</q> : null
                  }
                >
                  {handlers.map((deed) => (
                    <button
                      key={deed.label}
                      type="button"
                      class={deed.isQuiet ? "quiet" : ""}
                      aria-label={words.deedFor(deed.label, connection.user.name)}
                      onClick={({ currentTarget }) => attempt(currentTarget, () => act(connection, deed))}
                    >
                      {deed.label}
                    </button>
                  ))}
                </PersonRow>
              ))}
            </ul>
          </section>
        ))}
      {connections.length === 0 && <p>{words.none}</p>}
    </>
  );
}

type RequestProps = { readonly connected: readonly string[]; readonly refresh: () => Promise<void> };

function Request({ connected, refresh }: RequestProps) {
  const picker = useRef<Picker>(null);
  const source = useMemo(() => anybody("", false), []);
  const request = async (form: HTMLFormElement): Promise<void> => {
    const chosen = picker.current?.chosen();
    if (chosen?.id === undefined || chosen.id === null) return;
    const message = fieldOf(form, "message");
    await call("POST", "/api/connections", { userId: chosen.id, ...(message !== "" && { message }) });
    announce(words.asked(chosen.name));
    picker.current?.clear();
    form.reset();
    await refresh();
  };
  const block = async (): Promise<void> => {
    const chosen = picker.current?.chosen();
    if (chosen?.id === undefined || chosen.id === null) return;
    await call("POST", "/api/connections/block", { userId: chosen.id });
    announce(words.done(words.block, chosen.name));
    picker.current?.clear();
    await refresh();
  };
  return (
    <form class="stack" novalidate onSubmit={handleSubmit(request)}>
      <label for="connect-user">{words.person}</label>
      <div>
        <PeoplePicker
          id="connect-user"
          source={source}
          leftOut={{ has: (id) => connected.includes(id), reason: words.areConnected }}
          picker={picker}
        />
      </div>
      <label for="connect-message">{words.message}</label>
      <input id="connect-message" name="message" maxlength={1000} autocomplete="off" />
      <p class="actions">
        <button type="submit">{words.ask}</button>
        <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, block)}>
          {words.block}
        </button>
      </p>
    </form>
  );
}
