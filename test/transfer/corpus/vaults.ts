/** Obsidian vaults: notes with properties, declared types, and bases. */
import type { Sample } from "./shape.ts";

export type VaultSample = Sample & {
  /** The views of a page, as their lines. */
  readonly views?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Words of notes that the report contains, by path. */
  readonly reported?: Readonly<Record<string, readonly string[]>>;
};

const projects: VaultSample = {
  name: "projects with declared types and a base",
  files: {
    "Vault/.obsidian/types.json": JSON.stringify({
      types: {
        aliases: "aliases",
        cssclasses: "multitext",
        tags: "tags",
        status: "text",
        due: "date",
        started: "datetime",
        budget: "number",
        approved: "checkbox",
        owner: "multitext",
        project: "text",
        files: "multitext",
      },
    }),
    "Vault/.obsidian/app.json": "{}",
    "Vault/Projects/Spring meeting.md":
      '---\ntags:\n  - venue\n  - spring\nstatus: doing\ndue: 2026-03-27\nstarted: 2026-03-02T09:30:00\nbudget: 1200.5\napproved: true\nowner:\n  - "[[Ann Lee]]"\n  - "[[People/Ben Ok|Ben]]"\nfiles:\n  - "[[plan.pdf]]"\n---\nSee [[Website]].\n',
    "Vault/Projects/Website.md":
      '---\ntags: [web]\nstatus: todo\ndue: soon\nbudget: 800\napproved: false\nowner: ["[[Ann Lee]]"]\nproject: "[[Spring meeting]]"\n---\n',
    "Vault/Projects/Old.md":
      '---\nstatus: done\ndue: 2025-01-31\nstarted: 2025-01-02T18:05:30\nbudget: "about 500"\nowner: ["[[Nobody]]"]\nproject: \'[[Website#Plan]]\'\n---\n',
    "Vault/People/Ann Lee.md": "---\naliases:\n  - Ann\n---\n",
    "Vault/People/Ben Ok.md": "No properties.\n",
    "Vault/Files/plan.pdf": "%PDF",
    "Vault/Projects.base": [
      "filters:",
      "  and:",
      '    - file.inFolder("Projects")',
      '    - file.ext == "md"',
      "formulas:",
      "  left: due - today()",
      "properties:",
      "  note.status:",
      "    displayName: State",
      "views:",
      "  - type: table",
      "    name: Open",
      "    filters:",
      "      and:",
      '        - status != "done"',
      '        - due <= today() + "7d"',
      "        - or:",
      '            - tags.contains("venue")',
      "            - budget > 1000",
      "    order:",
      "      - file.name",
      "      - status",
      "      - formula.left",
      "      - note.due",
      "    sort:",
      "      - property: due",
      "        direction: ASC",
      "      - property: budget",
      "        direction: DESC",
      "    limit: 50",
      "  - type: cards",
      "    name: Approved",
      "    filters: approved == true && !project.isEmpty()",
      "    order: [file.name, owner]",
      "  - type: map",
      "    name: Where",
      "    filters:",
      "      not:",
      '        - file.hasTag("web", "spring")',
    ].join("\n"),
  },
  tables: [
    {
      title: "Projects",
      columns: [
        ["tags", "choices"],
        ["status", "text"],
        ["due", "date"],
        ["started", "date"],
        ["budget", "number"],
        ["approved", "checkbox"],
        ["owner", "page"],
        ["project", "page"],
        ["files", "file"],
      ],
      rows: [
        [
          "Spring meeting",
          ["venue", "spring"],
          "doing",
          "2026-03-27",
          "2026-03-02T09:30",
          1200.5,
          true,
          ["→Ann Lee", "→Ben Ok"],
          null,
          ["⎘plan.pdf"],
        ],
        ["Website", ["web"], "todo", "soon", null, 800, false, ["→Ann Lee"], "→Spring meeting", null],
        ["Old", null, "done", "2025-01-31", "2025-01-02T18:05", "about 500", null, ["→Nobody"], "→Website", null],
      ],
    },
  ],
  views: {
    Projects: [
      [
        "name: Open",
        "as: table",
        "from: [Projects](→Projects)",
        "sort: due, -budget",
        "columns: Title, status, due",
        "where: status != done",
        "where: due <= today+7d",
        "where: tags has venue or budget > 1000",
      ],
      [
        "name: Approved",
        "as: gallery",
        "from: [Projects](→Projects)",
        "columns: Title, owner",
        "where: approved = true and not project is empty",
      ],
      ["name: Where", "as: table", "from: [Projects](→Projects)", "where: not (tags has web or tags has spring)"],
    ],
  },
  reported: {
    "Vault/Projects/Website.md": ["due: “soon” is not a date"],
    "Vault/Projects/Old.md": [
      "budget: “about 500” is not a number",
      "owner: “Nobody” is not in the archive",
      "started: “2025-01-02T18:05:30” lost its seconds",
    ],
    "Vault/Projects.base": ["Formula “left”", "formula.left", "“limit”", "the layout was left out: map"],
  },
};

/** At the top of the archive, without declared types. */
const books: VaultSample = {
  name: "books without declared types",
  files: {
    "Books/Dune.md":
      '---\nauthor: "[[Frank Herbert]]"\nyear: 1965\nread: true\nrating: 4.5\nfinished: 2026-01-14\ngenre:\n- science fiction\n- classic\nisbn: "0441013597"\n---\n# Dune\n',
    "Books/Emma.md":
      '---\nauthor: "[[Jane Austen]]"\nyear: 1815\nread: false\nrating:\ngenre: [classic]\nisbn: "0141439580"\n---\n',
    "Books/Unsorted.md": '---\nauthor: "[[Frank Herbert]]"\nyear: 1969\nread: false\nfinished: 2026-02-01\n---\n',
    "Authors/Frank Herbert.md": "---\nborn: 1920-10-08\n---\n",
    "Authors/Jane Austen.md": "---\nborn: 1775-12-16\n---\n",
    "Library.base": [
      "views:",
      "  - type: table",
      "    name: Read",
      "    filters:",
      "      and:",
      '        - file.folder == "Books"',
      "        - read",
      '        - author == link("Frank Herbert")',
      "    groupBy:",
      "      property: note.genre",
      "      direction: ASC",
      "  - type: list",
      "    name: Classics",
      "    filters:",
      "      or:",
      '        - genre.contains("classic")',
      "        - 1900 > year",
    ].join("\n"),
  },
  tables: [
    {
      title: "Books",
      columns: [
        ["author", "page"],
        ["year", "number"],
        ["read", "checkbox"],
        ["rating", "number"],
        ["finished", "date"],
        ["genre", "choices"],
        ["isbn", "text"],
      ],
      rows: [
        ["Dune", "→Frank Herbert", 1965, true, 4.5, "2026-01-14", ["science fiction", "classic"], "0441013597"],
        ["Emma", "→Jane Austen", 1815, false, null, null, ["classic"], "0141439580"],
        ["Unsorted", "→Frank Herbert", 1969, false, null, "2026-02-01", null, null],
      ],
    },
    {
      title: "Authors",
      columns: [["born", "date"]],
      rows: [
        ["Frank Herbert", "1920-10-08"],
        ["Jane Austen", "1775-12-16"],
      ],
    },
  ],
  views: {
    Library: [
      [
        "name: Read",
        "as: table",
        "by: genre",
        "from: [Books](→Books)",
        "where: read = true",
        'where: author = "Frank Herbert"',
      ],
      ["name: Classics", "as: list", "where: genre has classic or year < 1900"],
    ],
  },
  reported: { "Library.base": ["the folder was left out: the whole vault"] },
};

/** A nested vault, other spellings of YAML, and raw values. */
const zettel: VaultSample = {
  name: "notes with unusual front matter",
  files: {
    "Zettel/.obsidian/types.json":
      '{"types":{"created":"datetime","Kind":"text","weight":"number","seen":"checkbox","see also":"multitext"}}',
    "Zettel/In/One.md":
      "---\n# A comment\ncreated: 2026-05-01T08:00\nKind: 'idea: first'   # kept\nweight: 0.5\nseen: yes\n\"see also\": [ '[[Two|Second]]' , \"[[In/Three]]\" ]\nmeta:\n  a: 1\n---\nText\n",
    "Zettel/In/Two.md":
      '---\ncreated: 2026-05-02T23:59:00\nKind: 2026\nweight: 1e3\nseen: true\nsee also:\n- "[[One]]"\n---\n',
    "Zettel/In/Three.md":
      "---\ncreated: 2026-05-03\nKind: >-\n  folded\n  text\nweight: heavy\nseen: maybe\nsee also: [[One]]\n---\n",
  },
  tables: [
    {
      title: "In",
      columns: [
        ["created", "date"],
        ["Kind", "text"],
        ["weight", "number"],
        ["seen", "checkbox"],
        ["see also", "page"],
      ],
      rows: [
        ["One", "2026-05-01T08:00", "idea: first", 0.5, "yes", ["→Two", "→Three"]],
        ["Two", "2026-05-02T23:59", 2026, 1000, true, ["→One"]],
        ["Three", "2026-05-03", "folded text", "heavy", "maybe", "→One"],
      ],
    },
  ],
  reported: {
    "Zettel/In/One.md": ["meta: it has a form that is shown as written"],
    "Zettel/In/Three.md": [
      "Kind: it has a form",
      "see also: it has a form",
      "weight: “heavy” is not a number",
      "seen: “maybe” is not true or false",
    ],
  },
};

/** Filters that queries cannot express. */
const journal: VaultSample = {
  name: "a journal with filters of all kinds",
  files: {
    "My vault/.obsidian/types.json":
      '{"types":{"mood":"number","date":"date","with":"multitext","tags":"tags","done":"checkbox","place":"text"}}',
    "My vault/Journal/2026-04-01.md":
      "---\ndate: 2026-04-01\nmood: 4\nwith: [Ann, Ben]\ntags: [day]\ndone: true\nplace: Leipzig\n---\n```base\nviews: []\n```\n",
    "My vault/Journal/2026-04-02.md":
      "---\ndate: 2026-04-02\nmood: 2\nwith: [Ann]\ntags: [day, rain]\ndone: false\nplace: Halle, Saale\n---\n",
    "My vault/Journal/2026-04-03.md": "---\ndate: 2026-04-03\nmood: 5\ntags:\n  - day\ndone: false\n---\n",
    "My vault/Journal/Journal.base": [
      "filters:",
      "  and:",
      '    - file.folder == "Journal"',
      '    - "!file.inFolder(\\"Templates\\")"',
      "summaries:",
      "  avg: values.mean()",
      "views:",
      "  - type: table",
      "    name: 'Low, lately'",
      "    filters:",
      "      and:",
      "        - mood <= 2 || place.lower().startsWith('hal')",
      '        - date >= today() - "1 week"',
      "        - with.containsAny('Ann', \"Ben\")",
      "        - mood + 1 > 2",
      "        - done.isTruthy()",
      "        - this.file.name == place",
      "        - unknown == 3",
      "  - type: table",
      "    name: Broken",
      "    filters: (mood > 1",
      "    sort: [{ property: file.mtime, direction: DESC }, { column: note.mood, direction: ASC }]",
    ].join("\n"),
  },
  tables: [
    {
      title: "Journal",
      columns: [
        ["date", "date"],
        ["mood", "number"],
        ["with", "choices"],
        ["tags", "choices"],
        ["done", "checkbox"],
        ["place", "text"],
      ],
      rows: [
        ["2026-04-01", "2026-04-01", 4, ["Ann", "Ben"], ["day"], true, "Leipzig"],
        ["2026-04-02", "2026-04-02", 2, ["Ann"], ["day", "rain"], false, "Halle, Saale"],
        ["2026-04-03", "2026-04-03", 5, null, ["day"], false, null],
      ],
    },
  ],
  views: {
    Journal: [
      [
        "name: Low, lately",
        "as: table",
        "from: [Journal](→Journal)",
        "where: mood <= 2 or place starts hal",
        "where: date >= today-1w",
        "where: with has Ann or with has Ben",
      ],
      ["name: Broken", "as: table", "from: [Journal](→Journal)", "sort: -Updated, mood"],
    ],
  },
  reported: {
    "My vault/Journal/2026-04-01.md": ["Bases in the text stay code: 1."],
    "My vault/Journal/Journal.base": [
      "!file.inFolder",
      "Summaries was left out: avg",
      "mood + 1 > 2",
      "done.isTruthy()",
      "this.file.name == place",
      "unknown == 3",
      "(mood > 1",
    ],
  },
};

/** Two vaults in one archive that declare one name differently. */
const two: VaultSample = {
  name: "two vaults with different types",
  files: {
    "Work/.obsidian/types.json": '{"types":{"size":"number","state":"text"}}',
    "Work/Parts/Bolt.md": "---\nsize: 8\nstate: new\n---\n",
    "Work/Parts/Nut.md": "---\nsize: 10\nstate: used\n---\n",
    "Home/.obsidian/types.json": '{"types":{"size":"text","state":"checkbox"}}',
    "Home/Clothes/Shirt.md": "---\nsize: XL\nstate: true\n---\n",
    "Home/Clothes/Coat.md": "---\nsize: M\nstate: false\n---\n",
  },
  tables: [
    {
      title: "Parts",
      columns: [
        ["size", "number"],
        ["state", "text"],
      ],
      rows: [
        ["Bolt", 8, "new"],
        ["Nut", 10, "used"],
      ],
    },
    {
      title: "Clothes",
      columns: [
        ["size", "text"],
        ["state", "checkbox"],
      ],
      rows: [
        ["Shirt", "XL", true],
        ["Coat", "M", false],
      ],
    },
  ],
};

/** Notes at the top, which have no folder here, and a base that is none. */
const loose: VaultSample = {
  name: "loose notes",
  files: {
    ".obsidian/types.json": '{"types":{"due":"date","price":"number","unused":"number","odd":"colour"}}',
    "Buy.md": "---\ndue: 2026-08-01\nprice: 12\n---\n",
    "Shop/Bread.md": "---\nprice: 3.2\ndue: 2026-08-02\n---\n",
    "Shop/Milk.md": "---\nprice: 1.1\nodd: red\n---\n",
    "Broken.base": "views: [\n",
    "Shop/Deep.base": "views: " + "[".repeat(200),
  },
  tables: [
    {
      title: "Shop",
      columns: [
        ["price", "number"],
        ["due", "date"],
        ["odd", "text"],
      ],
      rows: [
        ["Bread", 3.2, "2026-08-02", null],
        ["Milk", 1.1, null, "red"],
      ],
    },
  ],
  reported: {
    "Buy.md": ["in no folder that could declare the types"],
    "Broken.base": ["not a base that can be read"],
    "Shop/Deep.base": ["not a base that can be read"],
  },
};

export const VAULTS: readonly VaultSample[] = [projects, books, zettel, journal, two, loose];
