import type { Writing } from '../writing.ts'

type CoveredBusiness = 'merchant' | 'haulier' | 'farm'

const COVERED: Record<CoveredBusiness, string> = {
  merchant: 'merchant',
  haulier: 'haulier',
  farm: 'farm',
}

export const counterparties = {
  confirmationsWereDecided: (
    { count, decision }: { count: number; decision: 'accepted' | 'declined' },
    { counted, figure }: Writing,
  ) =>
    count === 0
      ? 'Nothing has changed: it was decided so already.'
      : `${counted(count, { one: 'One entry was', other: `${figure(count)} entries were` })} ${decision}.`,
  isYourOwnOrganisation: () => 'is your own organisation',
  confirmationSubject: ({ storer }: { storer: string }) => `${storer} has booked stock in your name`,
  confirmationText: (
    { storer, owner, count, publicUrl }: { storer: string; owner: string; count: number; publicUrl?: string },
    { counted, figure }: Writing,
  ) => `${storer} has booked stock or a storage contract in the name of ${owner}. ${counted(count, {
    one: 'One entry waits',
    other: `${figure(count)} entries wait`,
  })} for you to confirm.

${publicUrl === undefined ? 'Sign in to Granary, and look under "To confirm".' : `Accept or decline here:\n\n${publicUrl}/confirmations`}

Until you accept it, it is in none of your lists, sums and papers. If it is not yours, decline it: ${storer} is told.
You get one such mail a day from each storer at most.
`,
  answerSubject: ({ owner }: { owner: string }) => `${owner} has answered what you booked in their name`,
  answerText: (
    {
      owner,
      storer,
      accepted,
      declined,
      publicUrl,
    }: { owner: string; storer: string; accepted: number; declined: number; publicUrl?: string },
    { counted, figure }: Writing,
  ) => `${owner} has decided about what ${storer} booked in their name.

${[
  accepted > 0 &&
    counted(accepted, { one: 'One entry is accepted.', other: `${figure(accepted)} entries are accepted.` }),
  declined > 0 &&
    `${counted(declined, { one: 'One entry is declined', other: `${figure(declined)} entries are declined` })}: they say that it is not theirs. It lies with you as before: enter its loads again with their true owner.`,
]
  .filter(Boolean)
  .join('\n')}

${publicUrl === undefined ? 'Sign in to Granary, and look under "To be confirmed".' : `See which here:\n\n${publicUrl}/confirmations`}

You get one such mail a day about each owner at most.
`,
  messagesAreBlocked: ({ name, whose }: { name: string; whose: 'ours' | 'theirs' }) =>
    whose === 'ours'
      ? `Your organisation has blocked ${name}. Take the block back to write to them.`
      : `${name} takes no messages from your organisation.`,
  tooManyStrangers: ({ limit, hours }: { limit: number; hours: number }, { counted, figure }: Writing) =>
    `Your organisation has begun ${figure(limit)} conversations today with people it does not deal with. Try again in ${counted(hours, { one: 'an hour', other: `${figure(hours)} hours` })}, or wait until they answer.`,
  reportsOwnMessages: () => 'The other member has written nothing here that could be reported.',
  conversationWasReported: () => 'Reported to those who run this service. The other member is not told.',
  endsBeforeItWasMade: () => 'is before the day on which it was made',
  assuranceExpires: (
    {
      partner,
      isHaulier,
      scheme,
      until,
      isExpired,
    }: { partner: string; isHaulier: boolean; scheme: string; until: string; isExpired: boolean },
    { date }: Writing,
  ) =>
    `${scheme} of ${partner}${isHaulier ? ', the haulier,' : ''} ${isExpired ? 'ended on' : 'ends on'} ${date(until)}.`,
  coveredBusiness: ({ covers }: { covers: CoveredBusiness }) => COVERED[covers],
  assuranceLine: (
    {
      scheme,
      number,
      covers,
      until,
    }: { scheme: string; number: string; covers: CoveredBusiness | null; until: string | null },
    { date }: Writing,
  ) =>
    [
      scheme,
      number,
      covers === null ? '' : `(${COVERED[covers]})`,
      until === null ? '' : `until ${date(until)}`,
    ]
      .filter(Boolean)
      .join(' '),
  ownerTookOver: ({ store, organisation }: { store: string; organisation: string }) =>
    `What ${store} stores for you is in ${organisation} now, with all earlier loads and contracts.`,
}
