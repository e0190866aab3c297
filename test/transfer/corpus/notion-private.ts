/** Notion exports of private databases, some of them in other languages. */
import type { Sample } from "./shape.ts";

const reading: Sample = {
  name: "reading list",
  files: {
    "Private & Shared/Reading list <100>_all.csv": [
      "\ufeffName,Author,Score /5,Status,Type,Link,Finished,Pages,Summary",
      'The Left Hand of Darkness,Ursula K. Le Guin,⭐️⭐️⭐️⭐️⭐️,Finished,Book,https://en.wikipedia.org/wiki/The_Left_Hand_of_Darkness,"January 14, 2026",304,"An envoy visits a cold planet, and learns."',
      'How to do nothing,Jenny Odell,⭐️⭐️⭐️,Finished,Book,,"February 3, 2026",232,',
      'As we may think,Vannevar Bush,⭐️⭐️⭐️⭐️,Ready to start,Article,https://www.theatlantic.com/magazine/archive/1945/07/as-we-may-think/303881/,,,"On memory, trails and machines."',
      '"Gödel, Escher, Bach",Douglas Hofstadter,,Reading,Book,,,777,',
      'Local-first software,"Martin Kleppmann, Adam Wiggins",⭐️⭐️⭐️⭐️⭐️,Finished,Article,https://www.inkandswitch.com/local-first/,"March 1, 2026",,"Seven ideals, with prototypes"',
      "Untitled essay,,,Ready to start,,,,,",
    ].join("\n"),
    "Private & Shared/Reading list/Gödel, Escher, Bach <101>.md":
      "# Gödel, Escher, Bach\n\nAuthor: Douglas Hofstadter\nStatus: Reading\nType: Book\nPages: 777\n\n- [ ] Chapter 1\n",
    "Private & Shared/Reading list/Local-first software <102>.md":
      "# Local-first software\n\nAuthor: Martin Kleppmann, Adam Wiggins\nScore /5: ⭐️⭐️⭐️⭐️⭐️\nStatus: Finished\nType: Article\nLink: https://www.inkandswitch.com/local-first/\nFinished: March 1, 2026\nSummary: Seven ideals, with prototypes\n",
  },
  tables: [
    {
      title: "Reading list",
      columns: [
        ["Author", "people"],
        ["Score /5", "choice"],
        ["Status", "choice"],
        ["Type", "choice"],
        ["Link", "address"],
        ["Finished", "date"],
        ["Pages", "number"],
        ["Summary", "text"],
      ],
      rows: [
        [
          "The Left Hand of Darkness",
          ["Ursula K. Le Guin"],
          "⭐️⭐️⭐️⭐️⭐️",
          "Finished",
          "Book",
          "https://en.wikipedia.org/wiki/The_Left_Hand_of_Darkness",
          "2026-01-14",
          304,
          "An envoy visits a cold planet, and learns.",
        ],
        ["How to do nothing", ["Jenny Odell"], "⭐️⭐️⭐️", "Finished", "Book", null, "2026-02-03", 232, null],
        [
          "As we may think",
          ["Vannevar Bush"],
          "⭐️⭐️⭐️⭐️",
          "Ready to start",
          "Article",
          "https://www.theatlantic.com/magazine/archive/1945/07/as-we-may-think/303881/",
          null,
          null,
          "On memory, trails and machines.",
        ],
        ["Gödel, Escher, Bach", ["Douglas Hofstadter"], null, "Reading", "Book", null, null, 777, null],
        [
          "Local-first software",
          ["Martin Kleppmann", "Adam Wiggins"],
          "⭐️⭐️⭐️⭐️⭐️",
          "Finished",
          "Article",
          "https://www.inkandswitch.com/local-first/",
          "2026-03-01",
          null,
          "Seven ideals, with prototypes",
        ],
        ["Untitled essay", null, null, "Ready to start", null, null, null, null, null],
      ],
    },
  ],
};

/** A property named `#`, many tags, and times of creation. */
const problems: Sample = {
  name: "problems",
  files: {
    "Problems <110>.csv": [
      "Name,#,Difficult,Tags,link,Priority,Created time,Last edited time,source",
      'Word Ladder II,126,Hard,"BFS, Backtracking, DFS, Graph, Hash, String",https://leetcode.com/problems/word-ladder-ii/description/,High,"June 27, 2023 9:32 PM","October 12, 2023 2:56 PM",HuaHua',
      'Best Time to Buy and Sell Stock II,122,Medium,"Array, DP, Greedy",https://leetcode.com/problems/best-time-to-buy-and-sell-stock-ii/,Pass,"September 25, 2022 5:35 PM","October 12, 2023 2:56 PM","HuaHua, Top_150"',
      'Two Sum,1,Easy,"Array, Hash",https://leetcode.com/problems/two-sum/,Pass,"September 1, 2022 8:00 AM","October 1, 2023 12:30 PM",HuaHua',
      'Climbing Stairs,70,Easy,DP,https://leetcode.com/problems/climbing-stairs/,,"September 2, 2022 8:00 AM","October 1, 2023 12:31 PM",',
      'Clone Graph,133,Medium,"BFS, DFS, Graph",https://leetcode.com/problems/clone-graph/,High,"July 1, 2023 10:00 PM","October 12, 2023 2:57 PM",Top_150',
    ].join("\n"),
    "Problems <110>/Word Ladder II <111>.md":
      "# Word Ladder II\n\n#: 126\nDifficult: Hard\nTags: BFS, Backtracking, DFS, Graph, Hash, String\nlink: https://leetcode.com/problems/word-ladder-ii/description/\nPriority: High\nCreated time: June 27, 2023 9:32 PM\nLast edited time: October 12, 2023 2:56 PM\nsource: HuaHua\n\nA **transformation sequence** from word `beginWord`.\n",
    "Problems <110>/Two Sum <112>.md":
      "# Two Sum\n\n#: 1\nDifficult: Easy\nTags: Array, Hash\n\n```python\nx: int = 1\n```\n",
  },
  tables: [
    {
      title: "Problems",
      columns: [
        ["#", "number"],
        ["Difficult", "choice"],
        ["Tags", "choices"],
        ["link", "address"],
        ["Priority", "choice"],
        ["Created time", "date"],
        ["Last edited time", "date"],
        ["source", "choices"],
      ],
      rows: [
        [
          "Word Ladder II",
          126,
          "Hard",
          ["BFS", "Backtracking", "DFS", "Graph", "Hash", "String"],
          "https://leetcode.com/problems/word-ladder-ii/description/",
          "High",
          "2023-06-27T21:32",
          "2023-10-12T14:56",
          ["HuaHua"],
        ],
        [
          "Best Time to Buy and Sell Stock II",
          122,
          "Medium",
          ["Array", "DP", "Greedy"],
          "https://leetcode.com/problems/best-time-to-buy-and-sell-stock-ii/",
          "Pass",
          "2022-09-25T17:35",
          "2023-10-12T14:56",
          ["HuaHua", "Top_150"],
        ],
        [
          "Two Sum",
          1,
          "Easy",
          ["Array", "Hash"],
          "https://leetcode.com/problems/two-sum/",
          "Pass",
          "2022-09-01T08:00",
          "2023-10-01T12:30",
          ["HuaHua"],
        ],
        [
          "Climbing Stairs",
          70,
          "Easy",
          ["DP"],
          "https://leetcode.com/problems/climbing-stairs/",
          null,
          "2022-09-02T08:00",
          "2023-10-01T12:31",
          null,
        ],
        [
          "Clone Graph",
          133,
          "Medium",
          ["BFS", "DFS", "Graph"],
          "https://leetcode.com/problems/clone-graph/",
          "High",
          "2023-07-01T22:00",
          "2023-10-12T14:57",
          ["Top_150"],
        ],
      ],
    },
  ],
};

const german: Sample = {
  name: "a wiki in German",
  files: {
    "Wiki <120>_all.csv": [
      "\ufeffSeite,Besitzer,Zuletzt bearbeitet,Kategorie,Erstellt,Verifiziert,Themen,Gültig bis",
      'Objekte & Klassen,Tobias Wehrle,27. Juli 2023 11:52,PowerShell (https://www.notion.so/PowerShell-<130>?pvs=21),21. Juli 2023 15:29,Yes,"Grundlagen, Objekte",31.12.2026',
      "Netzlaufwerke,Tobias Wehrle,3. März 2024 08:05,Windows (Wiki%20<120>/Windows%20<121>.md),21. Juli 2023 15:31,No,Netzwerk,",
      'Windows,,14. Dezember 2023 20:00,,1. Juli 2023 09:00,No,"Grundlagen, Netzwerk",30.06.2026',
    ].join("\n"),
    "Wiki <120>/Windows <121>.md":
      "# Windows\n\nZuletzt bearbeitet: 14. Dezember 2023 20:00\nErstellt: 1. Juli 2023 09:00\nVerifiziert: No\nThemen: Grundlagen, Netzwerk\nGültig bis: 30.06.2026\n\nÜberblick\n",
    "Wiki <120>/Netzlaufwerke <122>.md":
      "# Netzlaufwerke\n\nBesitzer: Tobias Wehrle\nKategorie: Windows (Windows%20<121>.md)\nVerifiziert: No\n",
  },
  tables: [
    {
      title: "Wiki",
      columns: [
        ["Besitzer", "people"],
        ["Zuletzt bearbeitet", "date"],
        ["Kategorie", "page"],
        ["Erstellt", "date"],
        ["Verifiziert", "checkbox"],
        ["Themen", "choices"],
        ["Gültig bis", "date"],
      ],
      rows: [
        [
          "Objekte & Klassen",
          ["Tobias Wehrle"],
          "2023-07-27T11:52",
          ["→PowerShell"],
          "2023-07-21T15:29",
          true,
          ["Grundlagen", "Objekte"],
          "2026-12-31",
        ],
        [
          "Netzlaufwerke",
          ["Tobias Wehrle"],
          "2024-03-03T08:05",
          ["→Windows"],
          "2023-07-21T15:31",
          false,
          ["Netzwerk"],
          null,
        ],
        [
          "Windows",
          null,
          "2023-12-14T20:00",
          null,
          "2023-07-01T09:00",
          false,
          ["Grundlagen", "Netzwerk"],
          "2026-06-30",
        ],
      ],
    },
  ],
};

const korean: Sample = {
  name: "components in Korean",
  files: {
    "컴포넌트 <140>_all.csv": [
      "이름,담당자,분류,작업,작업상태,하위 항목,ID",
      'CTA Button (액션 버튼),Joy,02. Element,2026년 9월 14일 오후 2:56,진행 중,"Primary Action Button (컴포넌트%20<140>/Primary%20Action%20Button%20<142>.md), Secondary (2) (컴포넌트%20<140>/Secondary%20(2)%20<143>.md)",UI-1',
      "Primary Action Button,Joy,02. Element,2026년 9월 15일 오전 9:05,완료,,UI-2",
      "Secondary (2),Min,02. Element,2026년 9월 16일 오전 12:30,시작 전,,UI-3",
      "색상,Min,01. Foundation,2026년 8월 1일,완료,,UI-4",
    ].join("\n"),
    "컴포넌트 <140>/CTA Button (액션 버튼) <141>.md":
      "# CTA Button (액션 버튼)\n\n담당자: Joy\n분류: 02. Element\n작업: 2026년 9월 14일 오후 2:56\n작업상태: 진행 중\n하위 항목: Primary Action Button (Primary%20Action%20Button%20<142>.md), Secondary (2) (Secondary%20(2)%20<143>.md)\nID: UI-1\n\n### 0. 메타\n",
    "컴포넌트 <140>/Primary Action Button <142>.md": "# Primary Action Button\n\n담당자: Joy\n",
    "컴포넌트 <140>/Secondary (2) <143>.md": "# Secondary (2)\n\n담당자: Min\n",
  },
  tables: [
    {
      title: "컴포넌트",
      columns: [
        ["담당자", "people"],
        ["분류", "choice"],
        ["작업", "date"],
        ["작업상태", "choice"],
        ["하위 항목", "page"],
        ["ID", "text"],
      ],
      rows: [
        [
          "CTA Button (액션 버튼)",
          ["Joy"],
          "02. Element",
          "2026-09-14T14:56",
          "진행 중",
          ["→Primary Action Button", "→Secondary (2)"],
          "UI-1",
        ],
        ["Primary Action Button", ["Joy"], "02. Element", "2026-09-15T09:05", "완료", null, "UI-2"],
        ["Secondary (2)", ["Min"], "02. Element", "2026-09-16T00:30", "시작 전", null, "UI-3"],
        ["색상", ["Min"], "01. Foundation", "2026-08-01", "완료", null, "UI-4"],
      ],
    },
  ],
};

/** Checkboxes, a formula, and titles that are dates. */
const habits: Sample = {
  name: "habits",
  files: {
    "Habits <150>.csv": [
      "Day,Date,Run,Read,Sleep,Progress,Mood,Hours of sleep",
      '"@January 5, 2026","January 5, 2026",Yes,No,Yes,67%,🙂 Good,7.5',
      '"@January 6, 2026","January 6, 2026",No,No,Yes,33%,😐 Okay,6',
      '"@January 7, 2026","January 7, 2026",Yes,Yes,Yes,100%,🙂 Good,8.25',
      '"@January 8, 2026","January 8, 2026",No,No,No,0%,,',
    ].join("\n"),
    "Habits <150>/@January 5, 2026 <151>.md":
      "# @January 5, 2026\n\nDate: January 5, 2026\nRun: Yes\nRead: No\nSleep: Yes\nProgress: 67%\nMood: 🙂 Good\nHours of sleep: 7.5\n",
  },
  tables: [
    {
      title: "Habits",
      columns: [
        ["Date", "date"],
        ["Run", "checkbox"],
        ["Read", "checkbox"],
        ["Sleep", "checkbox"],
        ["Progress", "value"],
        ["Mood", "choice"],
        ["Hours of sleep", "number"],
      ],
      rows: [
        ["@January 5, 2026", "2026-01-05", true, false, true, 0.67, "🙂 Good", 7.5],
        ["@January 6, 2026", "2026-01-06", false, false, true, 0.33, "😐 Okay", 6],
        ["@January 7, 2026", "2026-01-07", true, true, true, 1, "🙂 Good", 8.25],
        ["@January 8, 2026", "2026-01-08", false, false, false, 0, null, null],
      ],
    },
  ],
};

/** Prose with commas, times as text, and the same relation as addresses alone. */
const recipes: Sample = {
  name: "recipes",
  files: {
    "Kitchen <160>/Recipes <161>_all.csv": [
      "\ufeffRecipe,Ingredients,Tags,Servings,Time,Photo,Cooked,Based on,Status",
      'Shakshuka,"eggs, tomatoes, peppers, cumin, a pinch of salt","breakfast, vegetarian",2,30 min,Kitchen%20<160>/Recipes%20<161>/shakshuka.jpg,Yes,,Tried',
      'Lentil soup,"red lentils, onions, carrots, lemon, bread","soup, vegetarian, cheap",4,45 min,,Yes,https://www.notion.so/Shakshuka-<170>,Tried',
      'Plum cake,"flour, butter, plums, sugar",baking,12,1 h 20 min,,No,,To try',
      'Pasta e ceci,"chickpeas, short pasta, rosemary, garlic","soup, cheap",4,40 min,Kitchen%20<160>/Recipes%20<161>/lost.jpg,No,"https://www.notion.so/Lentil-soup-<163>, https://www.notion.so/Plum-cake-<164>",To try',
      "Green sauce,,,6,15 min,,No,,To try",
    ]
      .join("\n")
      .replaceAll("Kitchen%20<160>/", ""),
    "Kitchen <160>/Recipes <161>/shakshuka.jpg": "jpg",
    "Kitchen <160>/Recipes <161>/Lentil soup <163>.md":
      "# Lentil soup\n\nIngredients: red lentils, onions, carrots, lemon, bread\nTags: soup, vegetarian, cheap\nServings: 4\nTime: 45 min\nCooked: Yes\nStatus: Tried\n\n1. Chop the onions.\n",
    "Kitchen <160>/Recipes <161>/Plum cake <164>.md": "# Plum cake\n\nTags: baking\nCooked: No\n",
  },
  tables: [
    {
      title: "Recipes",
      columns: [
        ["Ingredients", "text"],
        ["Tags", "choices"],
        ["Servings", "number"],
        ["Time", "text"],
        ["Photo", "file"],
        ["Cooked", "checkbox"],
        ["Based on", "page"],
        ["Status", "choice"],
      ],
      rows: [
        [
          "Shakshuka",
          "eggs, tomatoes, peppers, cumin, a pinch of salt",
          ["breakfast", "vegetarian"],
          2,
          "30 min",
          ["⎘shakshuka.jpg"],
          true,
          null,
          "Tried",
        ],
        [
          "Lentil soup",
          "red lentils, onions, carrots, lemon, bread",
          ["soup", "vegetarian", "cheap"],
          4,
          "45 min",
          null,
          true,
          ["→Shakshuka"],
          "Tried",
        ],
        ["Plum cake", "flour, butter, plums, sugar", ["baking"], 12, "1 h 20 min", null, false, null, "To try"],
        [
          "Pasta e ceci",
          "chickpeas, short pasta, rosemary, garlic",
          ["soup", "cheap"],
          4,
          "40 min",
          ["⎘lost.jpg"],
          false,
          ["→Lentil soup", "→Plum cake"],
          "To try",
        ],
        ["Green sauce", null, null, 6, "15 min", null, false, null, "To try"],
      ],
    },
  ],
};

/** A database in the page of another database's row. */
const nested: Sample = {
  name: "courses",
  files: {
    "Courses <180>.csv":
      "Course,Term,Credits,Lecturer,Room\nAlgebra,Spring 2026,6,Prof. Noether,A 1.02\nLogic,Spring 2026,3,Prof. Gödel,A 1.02\nHistory,Autumn 2025,3,Prof. Noether,B 2.11\n",
    "Courses <180>/Algebra <181>.md":
      "# Algebra\n\nTerm: Spring 2026\nCredits: 6\nLecturer: Prof. Noether\nRoom: A 1.02\n\n[Sheets](Algebra%20<181>/Sheets%20<182>.csv)\n",
    "Courses <180>/Algebra <181>/Sheets <182>.csv":
      'Sheet,Due,Points,Handed in,Topics\nSheet 1,"April 20, 2026",18.5,Yes,"Groups, Rings"\nSheet 2,"April 27, 2026",,No,"Rings"\nSheet 3,"May 4, 2026",,No,"Fields, Rings"\n',
    "Courses <180>/Algebra <181>/Sheets <182>/Sheet 1 <183>.md":
      "# Sheet 1\n\nDue: April 20, 2026\nPoints: 18.5\nHanded in: Yes\nTopics: Groups, Rings\n\n$x^2$\n",
  },
  tables: [
    {
      title: "Courses",
      columns: [
        ["Term", "choice"],
        ["Credits", "number"],
        ["Lecturer", "people"],
        ["Room", "choice"],
      ],
      rows: [
        ["Algebra", "Spring 2026", 6, ["Prof. Noether"], "A 1.02"],
        ["Logic", "Spring 2026", 3, ["Prof. Gödel"], "A 1.02"],
        ["History", "Autumn 2025", 3, ["Prof. Noether"], "B 2.11"],
      ],
    },
    {
      title: "Sheets",
      columns: [
        ["Due", "date"],
        ["Points", "number"],
        ["Handed in", "checkbox"],
        ["Topics", "choices"],
      ],
      rows: [
        ["Sheet 1", "2026-04-20", 18.5, true, ["Groups", "Rings"]],
        ["Sheet 2", "2026-04-27", null, false, ["Rings"]],
        ["Sheet 3", "2026-05-04", null, false, ["Fields", "Rings"]],
      ],
    },
  ],
};

export const PRIVATE: readonly Sample[] = [reading, problems, german, korean, habits, recipes, nested];
