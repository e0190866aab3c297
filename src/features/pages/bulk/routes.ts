/** HTTP routes for bulk operations on pages. */
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { JSON_LIMIT } from "../contract.ts";
import {
  BulkContentUpdated,
  BulkDelete,
  BulkDeleted,
  BulkMove,
  BulkMoved,
  BulkRename,
  BulkRenamed,
  BulkUpdateContent,
  CreateStructure,
  StructureCreated,
} from "./contract.ts";
import { updateContents } from "./contents.ts";
import * as bulk from "./service.ts";
import { createStructure } from "./structure.ts";

const BULK = {
  method: "post",
  tag: "Bulk",
  principals: ["session", "mcp"],
  csrf: "token",
  limits: [LIMIT_RULES.bulkByUser],
  bodyCap: JSON_LIMIT,
} as const;

export const bulkRoutes = routes()
  .add(
    {
      ...BULK,
      path: "/api/pages/bulk/create-structure",
      operation: "createStructure",
      summary: "Create a tree of pages, all or none",
      json: CreateStructure,
      answer: { status: 201, schema: StructureCreated },
      errors: [
        "not_found",
        "forbidden",
        "conflict",
        "parent_invalid",
        "use_upload",
        "quota_exceeded",
        "too_many_children",
      ],
    },
    ({ deps, caller, json }) => createStructure(deps, caller, json),
  )
  .add(
    {
      ...BULK,
      path: "/api/pages/bulk/delete",
      operation: "deletePages",
      summary: "Move many pages to the trash, all or none",
      json: BulkDelete,
      answer: { status: 200, schema: BulkDeleted },
      errors: ["not_found", "forbidden", "conflict"],
    },
    ({ deps, caller, json }) => bulk.deleteAll(deps, caller, json.pageIds),
  )
  .add(
    {
      ...BULK,
      path: "/api/pages/bulk/move",
      operation: "movePages",
      summary: "Move many pages to a parent or a drive, all or none",
      json: BulkMove,
      answer: { status: 200, schema: BulkMoved },
      errors: ["not_found", "forbidden", "conflict", "parent_invalid", "cycle", "quota_exceeded", "too_many_children"],
    },
    ({ deps, caller, json }) => bulk.moveAll(deps, caller, json),
  )
  .add(
    {
      ...BULK,
      path: "/api/pages/bulk/rename",
      operation: "renamePages",
      summary: "Rename many pages by a pattern, all or none",
      json: BulkRename,
      answer: { status: 200, schema: BulkRenamed },
      errors: ["not_found", "forbidden", "conflict"],
    },
    ({ deps, caller, json }) => bulk.renameAll(deps, caller, json),
  )
  .add(
    {
      ...BULK,
      path: "/api/pages/bulk/update-content",
      operation: "updatePageContents",
      summary: "Replace, append to or prepend to the texts of many pages, all or none",
      json: BulkUpdateContent,
      answer: { status: 200, schema: BulkContentUpdated },
      errors: ["not_found", "forbidden", "conflict", "not_editable", "revision_conflict", "quota_exceeded"],
    },
    ({ deps, caller, json }) => updateContents(deps, caller, json),
  );
