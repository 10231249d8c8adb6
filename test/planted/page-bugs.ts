import type { Bug } from './bug.ts'

const histories = ['web/src/offline/outbox-histories.test.ts']

/** Of what a device keeps until the book has it: seen by random histories of taps, networks, tabs and clocks. */
export const pageBugs: Bug[] = [
  {
    promise: 'a page that answers in place of the service is no load in the book',
    file: 'web/src/offline/outcome.ts',
    right: "  if (load) return { what: 'done', load }",
    wrong:
      "  if (status !== undefined && status < 300) return { what: 'done', load: load ?? ({} as LoadNames) }",
    tests: histories,
  },
  {
    promise: 'a ticket that was refused stays until it is corrected or given up with a reason',
    file: 'web/src/offline/outbox-model.ts',
    right: "entry?.state !== 'refused' || reason.trim() === ''",
    wrong: "entry?.state !== 'refused'",
    tests: [...histories, 'web/src/offline/outbox-model.test.ts'],
  },
  {
    promise: 'under an id that is there already no other ticket is kept',
    file: 'web/src/offline/outbox-model.ts',
    right: '  if (file.ticket || file.first || file.second) return passed(file)',
    wrong: '  if (file.second) return passed(file)',
    tests: [...histories, 'web/src/offline/outbox-model.test.ts'],
  },
  {
    promise: 'the weight of another tab is not written over',
    file: 'web/src/offline/outbox-model.ts',
    right: '  if (before?.closedAt !== undefined) return passed(file)',
    wrong: '',
    tests: [...histories, 'web/src/offline/outbox-model.test.ts'],
  },
]
