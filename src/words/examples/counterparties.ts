import type { counterparties as sentences } from '../en/counterparties.ts'
import type { Examples } from '../writing.ts'

export const counterparties: Examples<typeof sentences> = {
  confirmationsWereDecided: { count: 3, decision: 'accepted' },
  isYourOwnOrganisation: {},
  confirmationSubject: { storer: 'xa' },
  confirmationText: { storer: 'xa', owner: 'xb', count: 3, publicUrl: 'https://xd.example' },
  answerSubject: { owner: 'xb' },
  answerText: { owner: 'xb', storer: 'xa', accepted: 3, declined: 2, publicUrl: 'https://xd.example' },
  messagesAreBlocked: { name: 'xa', whose: 'ours' },
  tooManyStrangers: { limit: 10, hours: 5 },
  reportsOwnMessages: {},
  conversationWasReported: {},
  endsBeforeItWasMade: {},
  assuranceExpires: {
    partner: 'Brook Haulage',
    isHaulier: true,
    scheme: 'TASCC',
    until: '2026-08-12',
    isExpired: true,
  },
  coveredBusiness: { covers: 'haulier' },
  assuranceLine: { scheme: 'TASCC', number: '4711', covers: 'haulier', until: '2027-03-31' },
  ownerTookOver: { store: 'Quay Store', organisation: 'Brook Farm' },
}
