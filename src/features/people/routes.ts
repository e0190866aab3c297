/** HTTP routes for people and connections. */
import { IdParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import * as connections from "./connections.ts";
import {
  BlockUser,
  ChangeConnection,
  PersonConnection,
  ConnectionList,
  FindUser,
  ListConnections,
  PeopleFound,
  RequestConnection,
  SearchPeople,
  UsersFound,
} from "./contract.ts";
import * as people from "./service.ts";

const READ = { method: "get", tag: "People", principals: ["session"] } as const;
const CHANGE = { tag: "People", principals: ["session"], csrf: "token" } as const;
const SMALL = 16_384;

export const peopleRoutes = routes()
  .add(
    {
      ...READ,
      path: "/api/users/search",
      operation: "searchUsers",
      summary: "Search discoverable users by name or by exact email address",
      limits: [LIMIT_RULES.peopleSearchByUser],
      query: SearchPeople,
      answer: { status: 200, schema: PeopleFound },
    },
    async ({ deps, caller, query }) => ({ users: await people.searchPeople(deps, caller, query, false) }),
  )
  .add(
    {
      ...READ,
      path: "/api/users/find",
      operation: "findUsers",
      summary: "Find one user by email address, id or username",
      role: "admin",
      query: FindUser,
      answer: { status: 200, schema: UsersFound },
    },
    async ({ deps, caller, query }) => ({ users: await people.findUsers(deps, caller, query) }),
  )
  .add(
    {
      ...READ,
      path: "/api/connections",
      operation: "listConnections",
      summary: "List the user's connections, newest first",
      query: ListConnections,
      answer: { status: 200, schema: ConnectionList },
    },
    ({ deps, caller, query }) => connections.listConnections(deps, caller, query),
  )
  .add(
    {
      ...READ,
      path: "/api/connections/search",
      operation: "searchConnections",
      summary: "Search for users to connect with",
      limits: [LIMIT_RULES.peopleSearchByUser],
      query: SearchPeople,
      answer: { status: 200, schema: PeopleFound },
    },
    async ({ deps, caller, query }) => ({ users: await people.searchPeople(deps, caller, query, true) }),
  )
  .add(
    {
      ...CHANGE,
      method: "post",
      path: "/api/connections",
      operation: "requestConnection",
      summary: "Send a connection request",
      limits: [LIMIT_RULES.connectionRequestByUser],
      bodyCap: SMALL,
      json: RequestConnection,
      answer: { status: 201, schema: PersonConnection },
      errors: ["conflict", "not_found", "connection_exists"],
    },
    ({ deps, caller, json }) => connections.requestConnection(deps, caller, json),
  )
  .add(
    {
      ...CHANGE,
      method: "post",
      path: "/api/connections/block",
      operation: "blockUser",
      summary: "Block a user, connected or not: their actions no longer notify you",
      limits: [LIMIT_RULES.connectionRequestByUser],
      bodyCap: SMALL,
      json: BlockUser,
      answer: { status: 201, schema: PersonConnection },
      errors: ["conflict", "not_found", "connection_exists"],
    },
    ({ deps, caller, json }) => connections.blockUser(deps, caller, json.userId),
  )
  .add(
    {
      ...CHANGE,
      method: "patch",
      path: "/api/connections/:id",
      operation: "changeConnection",
      summary: "Accept or reject a connection request, or block or unblock a user",
      limits: [],
      bodyCap: SMALL,
      params: IdParams,
      json: ChangeConnection,
      answer: { status: 200, schema: PersonConnection },
      errors: ["conflict", "forbidden"],
    },
    ({ deps, caller, params, json }) => connections.changeConnectionBy(deps, caller, params.id, json.action),
  )
  .add(
    {
      ...CHANGE,
      method: "delete",
      path: "/api/connections/:id",
      operation: "removeConnection",
      summary: "Remove a connection, withdraw a request, or unblock a user",
      limits: [],
      bodyCap: 0,
      params: IdParams,
      errors: ["conflict", "forbidden"],
    },
    ({ deps, caller, params }) => connections.removeConnection(deps, caller, params.id),
  );
