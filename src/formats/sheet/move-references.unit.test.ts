import { expect, test } from "vitest";
import { copiedBy, type Move, movedBy, type Shift, shiftedBy } from "./move-references.ts";

test.each([
  ["=A1+$B$2+C$3+$D4", 2, 1, "=B3+$B$2+D$3+$D6"],
  ["=SUM(A1:B2,C:C,$2:3)", 1, 1, "=SUM(B2:C3,D:D,$2:4)"],
  ['="A1"&A1', 1, 0, '="A1"&A2'],
  ["=LOG10(A1)", 1, 0, "=LOG10(A2)"],
  ["=A1", -1, 0, "=#REF!"],
  ["=A1 + (", 1, 0, "=A2 + ("],
  ["A1", 1, 1, "A1"],
])("copies %s by %d rows and %d columns as %s", (field, rows, columns, expected) => {
  expect(copiedBy(field, rows, columns)).toBe(expected);
});

const row = (at: number, count: number): Shift => ({ axis: "row", at, count });
const column = (at: number, count: number): Shift => ({ axis: "column", at, count });

test.each([
  ["=A1+A5", row(2, 1), "=A1+A6"],
  ["=$A$3", row(2, 2), "=$A$5"],
  ["=SUM(A1:A5)", row(2, 1), "=SUM(A1:A6)"],
  ["=SUM(A1:A5)", row(5, 1), "=SUM(A1:A5)"],
  ["=SUM(A1:A5)", row(1, -2), "=SUM(A1:A3)"],
  ["=SUM(A3:A5)", row(1, -3), "=SUM(A2:A2)"],
  ["=SUM(A3:A5)", row(2, -3), "=SUM(#REF!)"],
  ["=A3", row(2, -1), "=#REF!"],
  ["=A:C", row(2, -1), "=A:C"],
  ["=B2", column(0, 1), "=C2"],
  ["=SUM(A:C)", column(1, -1), "=SUM(A:B)"],
  ["=3:4", column(1, -1), "=3:4"],
] as const)("adjusts %s for the inserted or deleted rows or columns %o to %s", (field, shift, expected) => {
  expect(shiftedBy(field, shift)).toBe(expected);
});

const down: Move = { axis: "row", at: 1, count: 2, to: 3 };
const left: Move = { axis: "column", at: 3, count: 1, to: 0 };

test.each([
  ["=A1+A2+A3+A4+A5+A6", down, "=A1+A4+A5+A2+A3+A6"],
  ["=SUM($B$2:$B$3)", down, "=SUM($B$4:$B$5)"],
  ["=SUM(B1:B6)", down, "=SUM(B1:B6)"],
  ["=SUM(B1:B2)", down, "=SUM(B1:B2)"],
  ["=SUM(B3:B2)", down, "=SUM(B5:B4)"],
  ["=2:3", down, "=4:5"],
  ["=A:C", left, "=B:D"],
  ["=D1+A1+E1", left, "=A1+B1+E1"],
] as const)("adjusts %s for the move %o to %s", (field, move, expected) => {
  expect(movedBy(field, move)).toBe(expected);
});
