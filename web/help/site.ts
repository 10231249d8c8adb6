/** A page of the help: a document, or some of its sections. */
export interface HelpPage {
  /** Its name in the address, without `.html`. */
  name: string
  title: string
  /** The document, from the project's root. */
  source: string
  /** Titles of the second-level sections that it has; without them, all that no other page of this document has. */
  sections?: string[]
  /** One sentence for the front page. */
  about?: string
}

export interface HelpPart {
  title: string
  pages: HelpPage[]
}

const CONSOLE = 'docs/console.md'

/** The help, in the order of its navigation: to learn by doing, to do, to look up, to understand. Decisions come behind it by themselves. */
export const parts: HelpPart[] = [
  {
    title: 'Tutorials',
    pages: [
      {
        name: 'first-day',
        title: 'The first day',
        source: 'README.md',
        about: 'Install Granary, enter a harvest, and take a tour of the API.',
      },
      {
        name: 'weighbridge',
        title: 'A day at the weighbridge',
        source: CONSOLE,
        about: 'Lorries in and out, late tickets, and the day the network is gone.',
      },
      {
        name: 'walks',
        title: 'Three walks',
        source: CONSOLE,
        sections: ['Three walks'],
        about: 'A harvest week, a complaint about a lorry, a merchant’s month: tap by tap.',
      },
      {
        name: 'clients',
        title: 'Ten minutes for programmers',
        source: 'docs/clients.md',
        about: 'The first call, lists, writes, events and webhooks in TypeScript and Python.',
      },
    ],
  },
  {
    title: 'How to',
    pages: [
      {
        name: 'paper-and-scale',
        title: 'Papers and the scale',
        source: CONSOLE,
        sections: ['Paper', 'The scale'],
        about: 'Print tickets and passports; read the weight off an indicator.',
      },
      {
        name: 'partners',
        title: 'Partners and owners',
        source: CONSOLE,
        sections: ['Partners', 'Your grain with others', 'Messages, questions and files'],
        about: 'Name those you trade with once, and settle what two people see.',
      },
      {
        name: 'trading',
        title: 'Contracts, sales and charges',
        source: CONSOLE,
        sections: ['Contracts', 'Storage contracts', 'For sale', 'Charges', 'Settlements', 'Reports'],
        about: 'Contracts, offers, storage charges, and the buyer’s statement.',
      },
      {
        name: 'books',
        title: 'Books and stock-takes',
        source: CONSOLE,
        sections: ['Books', 'Stock-takes'],
        about: 'Count the bays, approve the count, close the month.',
      },
      {
        name: 'fields-and-stores',
        title: 'Fields, harvest and stores',
        source: CONSOLE,
        sections: ['Harvest', 'Where a store or a field is', 'Many stores and fields', 'Fields'],
        about: 'Draw fields, plan a harvest, enter stores by the hundred.',
      },
      {
        name: 'heaps',
        title: 'Measure a heap',
        source: 'docs/heaps.md',
        about: 'From its length, width and height to tonnes.',
      },
      {
        name: 'tables',
        title: 'Bring a table in',
        source: 'docs/imports.md',
        about: 'Spreadsheets of stores, fields, loads, counts, contracts and orders.',
      },
      {
        name: 'settings',
        title: 'Settings and programs',
        source: CONSOLE,
        sections: [
          'Saved views',
          'Sign-in of our own',
          'Programs that are told',
          'Reasons, data, the installation',
          'A table from a spreadsheet',
          'Today',
        ],
        about: 'Views, sign-in, webhooks, reasons, the installation.',
      },
      {
        name: 'operations',
        title: 'Run Granary',
        source: 'docs/operations.md',
        about: 'Backups, updates, HTTPS, users and keys, for whoever runs the machine.',
      },
      {
        name: 'releases',
        title: 'Releases',
        source: 'docs/releases.md',
        about: 'What versions promise, how a release is made and signed, and what was tried.',
      },
      {
        name: 'scaling',
        title: 'Several machines',
        source: 'docs/scaling.md',
        about: 'Many organisations, several processes, a database of its own.',
      },
      {
        name: 'privacy',
        title: 'People’s data',
        source: 'docs/privacy.md',
        about: 'Answer someone who asks what is kept of them, or wants to be forgotten.',
      },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { name: 'glossary', title: 'Glossary', source: 'docs/glossary.md', about: 'One word for each thing.' },
      {
        name: 'screens',
        title: 'Screens and keys',
        source: CONSOLE,
        sections: ['Find anything', 'Help', 'Keys', 'What one can do', 'Which screen does what'],
        about: 'Every task with its screen, its operation and its key.',
      },
      {
        name: 'pictures',
        title: 'Pictures',
        source: CONSOLE,
        sections: ['Pictures'],
        about: 'Every screen on a desktop and on a phone.',
      },
      {
        name: 'api',
        title: 'Conventions of the API',
        source: 'docs/api-conventions.md',
        about: 'Weights, dates, errors, pages, keys, versions and events.',
      },
      {
        name: 'performance',
        title: 'Performance',
        source: 'docs/performance.md',
        about: 'What was measured, and how.',
      },
      { name: 'changelog', title: 'Changelog', source: 'CHANGELOG.md', about: 'Changes by version.' },
    ],
  },
  {
    title: 'Explanation',
    pages: [
      {
        name: 'rules',
        title: 'Rules of the book',
        source: 'docs/rules.md',
        about: 'Every rule by which kilograms are kept.',
      },
      {
        name: 'situations',
        title: 'Situations',
        source: 'docs/situations.md',
        about: 'What happens when loads cross, come late or contradict.',
      },
      {
        name: 'security',
        title: 'Security',
        source: 'docs/security.md',
        about: 'What is defended, against whom, and what is not.',
      },
      {
        name: 'outbox',
        title: 'Without a network',
        source: 'docs/outbox.md',
        about: 'Tickets that wait on the device, and arrive once.',
      },
      {
        name: 'accessibility',
        title: 'Accessibility',
        source: 'docs/accessibility.md',
        about: 'What was tested, and what is known to be missing.',
      },
    ],
  },
]

/** The page of all decisions, and the folder of the documents behind it. */
export const DECISIONS = 'docs/decisions'
