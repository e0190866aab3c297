/** العربية: المفاتيح كما تُكتب على لوحة المفاتيح. */
export const names: Readonly<Record<string, string>> = { Mod: "Ctrl" };
