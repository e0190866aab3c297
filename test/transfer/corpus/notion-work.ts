/** Notion exports of work: projects and tasks, contacts, meetings, expenses, a content calendar, an inventory. */
import type { Sample } from "./shape.ts";

/** With ids in the names of folders, a byte order mark, CRLF, and a table for the view and for all columns. */
const projects: Sample = {
  name: "projects and tasks",
  files: {
    "Export-4d1/Home <1>.md":
      "# Home\n\n[Projects](Home%20<1>/Projects%20<2>.csv)\n\n[Tasks](Home%20<1>/Tasks%20<3>.csv)\n",
    "Export-4d1/Home <1>/Projects <2>.csv":
      '\ufeffName,Status,Owner,Dates\r\nSpring meeting,In progress,Ann Lee,"March 2, 2026 → March 27, 2026"\r\n',
    "Export-4d1/Home <1>/Projects <2>_all.csv": [
      "\ufeffName,Status,Owner,Dates,Budget,Completion,Tasks,Priority",
      'Spring meeting,In progress,Ann Lee,"March 2, 2026 → March 27, 2026","$1,200.50",50%,"Book the hall (Tasks%20<3>/Book%20the%20hall%20<5>.md), Print, fold, and post (Tasks%20<3>/Print,%20fold,%20and%20post%20<6>.md)",High',
      '"Website, phase 2",Planning,Ben Ok,"April 13, 2026 → June 5, 2026",$800.00,0%,"Draft the copy (Tasks%20<3>/Draft%20the%20copy%20<7>.md)",Medium',
      'Archive (old),Done,"Ann Lee, Ben Ok","January 5, 2026",$0.00,100%,,Low',
      'Office move,Planning,,,"$14,000.00",0%,"Call the movers (Tasks%20<3>/Call%20the%20movers%20<8>.md)",High',
    ].join("\r\n"),
    "Export-4d1/Home <1>/Projects <2>/Spring meeting <4>.md": [
      "# Spring meeting",
      "",
      "Status: In progress",
      "Owner: Ann Lee",
      "Dates: March 2, 2026 → March 27, 2026",
      "Budget: $1,200.50",
      "Completion: 50%",
      "Tasks: Book the hall (../Tasks%20<3>/Book%20the%20hall%20<5>.md), Print, fold, and post (../Tasks%20<3>/Print,%20fold,%20and%20post%20<6>.md)",
      "Priority: High",
      "",
      "## Goals",
      "",
      "Status: this line is part of the text.",
    ].join("\n"),
    "Export-4d1/Home <1>/Tasks <3>_all.csv": [
      "\ufeffTask name,Status,Assignee,Due,Project,Tags,Done,Estimate",
      'Book the hall,In progress,Ann Lee,"March 5, 2026 2:30 PM (GMT+1)",Spring meeting (Projects%20<2>/Spring%20meeting%20<4>.md),"venue, urgent",No,2',
      '"Print, fold, and post",Not started,Ben Ok,"March 20, 2026",Spring meeting (Projects%20<2>/Spring%20meeting%20<4>.md),print,No,3.5',
      'Draft the copy,Not started,"Ann Lee, Cleo Ray","April 15, 2026 → April 17, 2026",,"web, text",No,8',
      "Call the movers,Done,Cleo Ray,,,,Yes,0.5",
      'Renew the domain,Done,Ben Ok,"February 1, 2026",,web,Yes,1',
    ].join("\r\n"),
    "Export-4d1/Home <1>/Tasks <3>.csv":
      '\ufeffTask name,Due,Status\r\nBook the hall,"March 5, 2026 2:30 PM (GMT+1)",In progress\r\n',
    "Export-4d1/Home <1>/Tasks <3>/Book the hall <5>.md": [
      "# Book the hall",
      "",
      "Status: In progress",
      "Assignee: Ann Lee",
      "Due: March 5, 2026 2:30 PM (GMT+1)",
      "Project: Spring meeting (../Projects%20<2>/Spring%20meeting%20<4>.md)",
      "Tags: venue, urgent",
      "Done: No",
      "Estimate: 2",
      "",
      "Ask for a ramp.",
      "",
    ].join("\n"),
    "Export-4d1/Home <1>/Tasks <3>/Print, fold, and post <6>.md":
      "# Print, fold, and post\n\nStatus: Not started\nDone: No\n",
    "Export-4d1/Home <1>/Tasks <3>/Draft the copy <7>.md":
      "# Draft the copy\n\nStatus: Not started\nTags: web, text\nDone: No\n",
    "Export-4d1/Home <1>/Tasks <3>/Call the movers <8>.md": "# Call the movers\n\nStatus: Done\nDone: Yes\n",
  },
  tables: [
    {
      title: "Projects",
      columns: [
        ["Status", "choice"],
        ["Owner", "people"],
        ["Dates", "date"],
        ["Budget", "number"],
        ["Completion", "value"],
        ["Tasks", "page"],
        ["Priority", "choice"],
      ],
      rows: [
        [
          "Spring meeting",
          "In progress",
          ["Ann Lee"],
          "2026-03-02/2026-03-27",
          1200.5,
          0.5,
          ["→Book the hall", "→Print, fold, and post"],
          "High",
        ],
        ["Website, phase 2", "Planning", ["Ben Ok"], "2026-04-13/2026-06-05", 800, 0, ["→Draft the copy"], "Medium"],
        ["Archive (old)", "Done", ["Ann Lee", "Ben Ok"], "2026-01-05", 0, 1, null, "Low"],
        ["Office move", "Planning", null, null, 14000, 0, ["→Call the movers"], "High"],
      ],
    },
    {
      title: "Tasks",
      columns: [
        ["Status", "choice"],
        ["Assignee", "people"],
        ["Due", "date"],
        ["Project", "page"],
        ["Tags", "choices"],
        ["Done", "checkbox"],
        ["Estimate", "number"],
      ],
      rows: [
        [
          "Book the hall",
          "In progress",
          ["Ann Lee"],
          "2026-03-05T14:30",
          ["→Spring meeting"],
          ["venue", "urgent"],
          false,
          2,
        ],
        ["Print, fold, and post", "Not started", ["Ben Ok"], "2026-03-20", ["→Spring meeting"], ["print"], false, 3.5],
        [
          "Draft the copy",
          "Not started",
          ["Ann Lee", "Cleo Ray"],
          "2026-04-15/2026-04-17",
          null,
          ["web", "text"],
          false,
          8,
        ],
        ["Call the movers", "Done", ["Cleo Ray"], null, null, null, true, 0.5],
        ["Renew the domain", "Done", ["Ben Ok"], "2026-02-01", null, ["web"], true, 1],
      ],
    },
  ],
};

/** Relations to pages outside the export, telephone numbers, and folders without ids. */
const contacts: Sample = {
  name: "contacts",
  files: {
    "Contacts <20>_all.csv": [
      "\ufeffName,Company,Email,Phone,Website,Stage,Last contact,Notes,Postal code",
      'Nadia Petrova,Acme GmbH (https://www.notion.so/Acme-GmbH-<30>?pvs=21),nadia@acme.example,0151 234567,https://acme.example/?a=1&b=2,Customer,"May 12, 2026 9:05 AM","Prefers mail, not calls, and answers late",01067',
      'Omar Haddad,"Blue, Red & Co (https://www.notion.so/Blue-Red-Co-<31>?pvs=21)",omar.haddad@example.org,+49 30 1234,https://example.org,Lead,"May 2, 2026 4:40 PM",Met at the fair,10115',
      'Lin Wei,,lin@wei.example,0301234567,,Lead,"April 28, 2026 12:00 PM",,80331',
      'José Álvarez,Acme GmbH (https://app.notion.com/p/Acme-GmbH-<30>?pvs=21),jose@alvarez.example,,https://alvarez.example/kontakt,Customer,"April 1, 2026 12:15 AM","Speaks Spanish; introduced by Nadia",04109',
    ].join("\n"),
    "Contacts/Nadia Petrova <21>.md": [
      "# Nadia Petrova",
      "",
      "Company: Acme GmbH (https://www.notion.so/Acme-GmbH-<30>?pvs=21)",
      "Email: nadia@acme.example",
      "Phone: 0151 234567",
      "Website: https://acme.example/?a=1&b=2",
      "Stage: Customer",
      "Last contact: May 12, 2026 9:05 AM",
      "Notes: Prefers mail, not calls, and answers late",
      "Postal code: 01067",
    ].join("\n"),
    "Contacts/José Álvarez <22>.md": "# José Álvarez\n\nStage: Customer\n\nCall in spring.\n",
  },
  tables: [
    {
      title: "Contacts",
      columns: [
        ["Company", "page"],
        ["Email", "address"],
        ["Phone", "text"],
        ["Website", "address"],
        ["Stage", "choice"],
        ["Last contact", "date"],
        ["Notes", "text"],
        ["Postal code", "text"],
      ],
      rows: [
        [
          "Nadia Petrova",
          ["→Acme GmbH"],
          "nadia@acme.example",
          "0151 234567",
          "https://acme.example/?a=1&b=2",
          "Customer",
          "2026-05-12T09:05",
          "Prefers mail, not calls, and answers late",
          "01067",
        ],
        [
          "Omar Haddad",
          ["→Blue, Red & Co"],
          "omar.haddad@example.org",
          "+49 30 1234",
          "https://example.org",
          "Lead",
          "2026-05-02T16:40",
          "Met at the fair",
          "10115",
        ],
        ["Lin Wei", null, "lin@wei.example", "0301234567", null, "Lead", "2026-04-28T12:00", null, "80331"],
        [
          "José Álvarez",
          ["→Acme GmbH"],
          "jose@alvarez.example",
          null,
          "https://alvarez.example/kontakt",
          "Customer",
          "2026-04-01T00:15",
          "Speaks Spanish; introduced by Nadia",
          "04109",
        ],
      ],
    },
  ],
};

/** Equal titles, times with zones, a range within a day, and rows without a page. */
const meetings: Sample = {
  name: "meetings",
  files: {
    "Team/Meeting notes <40>_all.csv": [
      "Name,Created,Date,Attendees,Type,Action items",
      'Weekly,"June 1, 2026 8:58 AM","June 1, 2026 9:00 AM (UTC) → 9:45 AM",Ann Lee,Stand-up,"Send the minutes\nOrder chairs"',
      'Weekly,"June 8, 2026 8:57 AM","June 8, 2026 9:00 AM (UTC) → 9:30 AM","Ann Lee, Ben Ok",Stand-up,',
      'Weekly,"June 15, 2026 8:59 AM","June 15, 2026 9:00 AM (UTC) → 10:00 AM",Ben Ok,Stand-up,Ask for the budget',
      'Retro Q2 / Planning: next?,"June 29, 2026 1:00 PM","June 30, 2026 1:00 PM (UTC) → July 1, 2026 5:00 PM (UTC)","Ann Lee, Ben Ok, Cleo Ray",Retrospective,',
      ',"July 2, 2026 7:00 AM",,,,',
    ].join("\n"),
    "Team/Meeting notes <40>/Weekly <41>.md":
      "# Weekly\n\nCreated: June 8, 2026 8:57 AM\nDate: June 8, 2026 9:00 AM (UTC) → 9:30 AM\nAttendees: Ann Lee, Ben Ok\nType: Stand-up\n\nThe second one.\n",
    "Team/Meeting notes <40>/Weekly <42>.md":
      "# Weekly\n\nCreated: June 1, 2026 8:58 AM\nDate: June 1, 2026 9:00 AM (UTC) → 9:45 AM\nAttendees: Ann Lee\nType: Stand-up\nAction items: Send the minutes\nOrder chairs\n\nThe first one.\n",
    "Team/Meeting notes <40>/Retro Q2 Planning next <43>.md":
      "# Retro Q2 / Planning: next?\n\nCreated: June 29, 2026 1:00 PM\nType: Retrospective\n",
  },
  tables: [
    {
      title: "Meeting notes",
      columns: [
        ["Created", "date"],
        ["Date", "date"],
        ["Attendees", "people"],
        ["Type", "choice"],
        ["Action items", "text"],
      ],
      rows: [
        [
          "Weekly",
          "2026-06-01T08:58",
          "2026-06-01T09:00/2026-06-01T09:45",
          ["Ann Lee"],
          "Stand-up",
          "Send the minutes\nOrder chairs",
        ],
        ["Weekly", "2026-06-08T08:57", "2026-06-08T09:00/2026-06-08T09:30", ["Ann Lee", "Ben Ok"], "Stand-up", null],
        [
          "Weekly",
          "2026-06-15T08:59",
          "2026-06-15T09:00/2026-06-15T10:00",
          ["Ben Ok"],
          "Stand-up",
          "Ask for the budget",
        ],
        [
          "Retro Q2 / Planning: next?",
          "2026-06-29T13:00",
          "2026-06-30T13:00/2026-07-01T17:00",
          ["Ann Lee", "Ben Ok", "Cleo Ray"],
          "Retrospective",
          null,
        ],
        ["Untitled", "2026-07-02T07:00", null, null, null, null],
      ],
    },
  ],
};

/** Days first, decided by one cell; receipts as files, one of them missing; a share. */
const expenses: Sample = {
  name: "expenses",
  files: {
    "Expenses <50>.csv": [
      "\ufeffItem,Amount,Date,Category,Receipt,VAT,Approved,Invoice no.",
      "Train to Leipzig,€89.90,03/02/2026,Travel,Expenses%20<50>/ticket%20leipzig.pdf,7%,Yes,000123",
      'Hotel,€214.00,05/02/2026,Travel,"Expenses%20<50>/hotel.pdf, Expenses%20<50>/hotel%20photo.png",7%,Yes,000124',
      'Banner,"€1,045.50",17/02/2026,Print,Expenses%20<50>/banner.pdf,19%,No,000131',
      "Coffee,-€12.30,28/02/2026,Catering,,19%,Yes,",
    ].join("\n"),
    "Expenses <50>/ticket leipzig.pdf": "%PDF-1",
    "Expenses <50>/hotel.pdf": "%PDF-2",
    "Expenses <50>/hotel photo.png": "png",
    "Expenses <50>/Hotel <51>.md":
      "# Hotel\n\nAmount: €214.00\nDate: 05/02/2026\nCategory: Travel\nReceipt: hotel.pdf, hotel%20photo.png\nVAT: 7%\nApproved: Yes\nInvoice no.: 000124\n",
  },
  tables: [
    {
      title: "Expenses",
      columns: [
        ["Amount", "number"],
        ["Date", "date"],
        ["Category", "choice"],
        ["Receipt", "file"],
        ["VAT", "number"],
        ["Approved", "checkbox"],
        ["Invoice no.", "text"],
      ],
      rows: [
        ["Train to Leipzig", 89.9, "2026-02-03", "Travel", ["⎘ticket leipzig.pdf"], 0.07, true, "000123"],
        ["Hotel", 214, "2026-02-05", "Travel", ["⎘hotel.pdf", "⎘hotel photo.png"], 0.07, true, "000124"],
        ["Banner", 1045.5, "2026-02-17", "Print", ["⎘banner.pdf"], 0.19, false, "000131"],
        ["Coffee", -12.3, "2026-02-28", "Catering", null, 0.19, true, null],
      ],
    },
  ],
};

/** Choices of several words, ISO dates, and column names with signs. */
const calendar: Sample = {
  name: "content calendar",
  files: {
    "Marketing <60>.md": "# Marketing\n\nOur plan.\n",
    "Marketing/Content calendar <61>.csv": [
      "Title,Publish on,Channels,Status,Author,Word count,URL,Needs: review?,Campaign",
      'Why we moved,2026/04/02,"Blog, Newsletter",Published,Ann Lee,1200,https://blog.example/why,No,Spring launch',
      "Five questions to Ben,2026/04/09,Blog,In review,Ben Ok,850,,Yes,Spring launch",
      'A day in the hall,2026/04/16,"Instagram, Blog, Newsletter",Draft,Cleo Ray,,,Yes,',
      "Thank you!,2026/04/23,Newsletter,Idea,,,,No,Spring launch",
      'Numbers of the year,2026/05/07,"LinkedIn, Blog",Idea,Ann Lee,,,No,Annual report',
    ].join("\n"),
    "Marketing/Content calendar/Why we moved <62>.md":
      "# Why we moved\n\nPublish on: 2026/04/02\nChannels: Blog, Newsletter\nStatus: Published\nAuthor: Ann Lee\nWord count: 1200\nURL: https://blog.example/why\nNeeds: review?: No\nCampaign: Spring launch\n\n> Draft two\n",
  },
  tables: [
    {
      title: "Content calendar",
      columns: [
        ["Publish on", "date"],
        ["Channels", "choices"],
        ["Status", "choice"],
        ["Author", "people"],
        ["Word count", "number"],
        ["URL", "address"],
        ["Needs: review?", "checkbox"],
        ["Campaign", "choice"],
      ],
      rows: [
        [
          "Why we moved",
          "2026-04-02",
          ["Blog", "Newsletter"],
          "Published",
          ["Ann Lee"],
          1200,
          "https://blog.example/why",
          false,
          "Spring launch",
        ],
        ["Five questions to Ben", "2026-04-09", ["Blog"], "In review", ["Ben Ok"], 850, null, true, "Spring launch"],
        [
          "A day in the hall",
          "2026-04-16",
          ["Instagram", "Blog", "Newsletter"],
          "Draft",
          ["Cleo Ray"],
          null,
          null,
          true,
          null,
        ],
        ["Thank you!", "2026-04-23", ["Newsletter"], "Idea", null, null, null, false, "Spring launch"],
        [
          "Numbers of the year",
          "2026-05-07",
          ["LinkedIn", "Blog"],
          "Idea",
          ["Ann Lee"],
          null,
          null,
          false,
          "Annual report",
        ],
      ],
    },
  ],
};

/** Numbers that are names, places with commas, and dates that could be either. */
const inventory: Sample = {
  name: "inventory",
  files: {
    "Inventory <70>_all.csv": [
      "Item,SKU,Quantity,Unit price,Location,Checked,Supplier,Serial,Discontinued",
      'Chair,00471,40,CHF 89.00,"Berlin, Germany",03/04/2026,Holz & Söhne,9007199254740993123,No',
      'Table,00472,12,CHF 240.00,"Berlin, Germany",05/04/2026,Holz & Söhne,9007199254740993124,No',
      'Projector,10020,2,"CHF 1,150.00","Bern, Switzerland",11/12/2025,Licht AG,9007199254740993125,No',
      'Overhead projector,09911,-1,CHF 15.00,"Bern, Switzerland",01/02/2026,Licht AG,9007199254740993126,Yes',
    ].join("\n"),
  },
  tables: [
    {
      title: "Inventory",
      columns: [
        ["SKU", "text"],
        ["Quantity", "number"],
        ["Unit price", "number"],
        ["Location", "text"],
        ["Checked", "date"],
        ["Supplier", "choice"],
        ["Serial", "text"],
        ["Discontinued", "checkbox"],
      ],
      rows: [
        ["Chair", "00471", 40, 89, "Berlin, Germany", "2026-04-03", "Holz & Söhne", "9007199254740993123", false],
        ["Table", "00472", 12, 240, "Berlin, Germany", "2026-04-05", "Holz & Söhne", "9007199254740993124", false],
        ["Projector", "10020", 2, 1150, "Bern, Switzerland", "2025-12-11", "Licht AG", "9007199254740993125", false],
        [
          "Overhead projector",
          "09911",
          -1,
          15,
          "Bern, Switzerland",
          "2026-02-01",
          "Licht AG",
          "9007199254740993126",
          true,
        ],
      ],
    },
  ],
};

export const WORK: readonly Sample[] = [projects, contacts, meetings, expenses, calendar, inventory];
