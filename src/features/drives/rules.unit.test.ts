/** Drive slugs, and the effect of changes on a membership. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMENT, DELETE, EDIT, EVERYTHING, SHARE, VIEW } from "../../kernel/rights.ts";
import type { AddMember } from "./contract.ts";
import { freeSlug, memberRights, patchMembership, slugify } from "./rules.ts";

test.each([
  ["Team Notes", "team-notes"],
  ["  Café & Crème!  ", "cafe-creme"],
  ["ＡＢＣ １２", "abc-12"],
  ["Příliš žluťoučký", "prilis-zlutoucky"],
  ["o\u0302\u0301", "o"],
  ["Поезд й", "поезд-й"],
  ["しが・ジャズ", "しが-ジャズ"],
  ["हिन्दी", "हिन्दी"],
  ["-a--b-", "a-b"],
  ["--", "drive"],
  ["", "drive"],
  ["🐙!", "drive"],
  ["\u0301", "drive"],
])("converts the name %j to the slug %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test("limits a slug to 60 whole characters without a trailing dash", () => {
  expect(slugify("x".repeat(61))).toBe("x".repeat(60));
  expect(slugify("𠮷".repeat(61))).toBe("𠮷".repeat(60));
  expect(slugify(`${"x".repeat(58)}---y`)).toBe(`${"x".repeat(58)}-y`);
  expect(slugify(`${"x".repeat(59)} y`)).toBe("x".repeat(59));
  const sign = fc.constantFrom(
    ..."aZ9 -–_.".split(""),
    "\u0301",
    "\u0345",
    "ß",
    "İ",
    "\ufb01",
    "が",
    "\u3099",
    "가",
    "\ud83d",
    "🐙",
    "𠮷",
    "½",
  );
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 80 }), (name) => {
      const slug = slugify(name);
      return /^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u.test(slug) && Array.from(slug).length <= 60;
    }),
    { numRuns: 500 },
  );
});

test("appends the first free number to a slug that is taken", () => {
  expect(freeSlug("a", [])).toBe("a");
  expect(freeSlug("a", ["b", "a-2"])).toBe("a");
  expect(freeSlug("a", ["a"])).toBe("a-2");
  expect(freeSlug("a", ["a", "a-2", "a-3", "a-5"])).toBe("a-4");
});

test("grants a member the given rights and an admin all rights", () => {
  const wanted: AddMember = {
    role: "member",
    canView: true,
    canComment: false,
    canEdit: false,
    canShare: true,
    canDelete: false,
  };
  expect([memberRights(wanted), memberRights({ ...wanted, role: "admin" })]).toEqual([VIEW | SHARE, EVERYTHING]);
  expect(memberRights({ ...wanted, canShare: false, canComment: true })).toBe(VIEW | COMMENT);
});

test("keeps omitted rights and never removes the view right", () => {
  const now = { role: "member", rights: VIEW | COMMENT | EDIT | DELETE } as const;
  expect(patchMembership(now, {})).toEqual(now);
  expect(patchMembership(now, { role: "member" })).toEqual(now);
  expect(patchMembership(now, { canEdit: false }).rights).toBe(VIEW | DELETE);
  expect(patchMembership(now, { canShare: true }).rights).toBe(EVERYTHING);
  expect(patchMembership(now, { canDelete: false }).rights).toBe(VIEW | COMMENT | EDIT);
  expect(patchMembership({ role: "member", rights: SHARE }, {}).rights).toBe(VIEW | SHARE);
});

test("removes the right to comment with that to edit, unless it is given explicitly", () => {
  const editor = { role: "member", rights: VIEW | COMMENT | EDIT } as const;
  const commenter = { role: "member", rights: VIEW | COMMENT } as const;
  expect(patchMembership(editor, { canEdit: false }).rights).toBe(VIEW);
  expect(patchMembership(editor, { canEdit: false, canComment: true }).rights).toBe(VIEW | COMMENT);
  expect(patchMembership(editor, { canComment: false }).rights).toBe(VIEW | COMMENT | EDIT);
  expect(patchMembership(commenter, { canShare: true }).rights).toBe(VIEW | COMMENT | SHARE);
  expect(patchMembership(commenter, { canComment: false }).rights).toBe(VIEW);
});

test("grants a new admin all rights, and a former admin view and the given rights", () => {
  const member = { role: "member", rights: VIEW } as const;
  const admin = { role: "admin", rights: EVERYTHING } as const;
  expect(patchMembership(member, { role: "admin", canEdit: false })).toEqual(admin);
  expect(patchMembership(admin, { canEdit: false })).toEqual(admin);
  expect(patchMembership(admin, { role: "member" })).toEqual(member);
  expect(patchMembership(admin, { role: "member", canEdit: true, canDelete: true })).toEqual({
    role: "member",
    rights: VIEW | COMMENT | EDIT | DELETE,
  });
});
