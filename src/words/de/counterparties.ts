import type { counterparties as english } from '../en/counterparties.ts'
import type { SameAs } from '../writing.ts'

const COVERED = { merchant: 'Handel', haulier: 'Spedition', farm: 'Hof' }

export const counterparties: SameAs<typeof english> = {
  confirmationsWereDecided: ({ count, decision }, { counted, figure }) => {
    if (count === 0) return 'Nichts hat sich geändert: Es war schon so entschieden.'
    const done = decision === 'accepted' ? 'angenommen' : 'abgelehnt'
    return `${counted(count, { one: 'Ein Eintrag wurde', other: `${figure(count)} Einträge wurden` })} ${done}.`
  },
  isYourOwnOrganisation: () => 'ist Ihr eigener Betrieb',
  confirmationSubject: ({ storer }) => `${storer} hat in Ihrem Namen Bestand gebucht`,
  confirmationText: (
    { storer, owner, count, publicUrl },
    { counted, figure },
  ) => `${storer} hat im Namen von ${owner} Bestand oder einen Lagervertrag gebucht. ${counted(count, {
    one: 'Ein Eintrag wartet',
    other: `${figure(count)} Einträge warten`,
  })} auf Ihre Bestätigung.

${publicUrl === undefined ? 'Melden Sie sich bei Granary an, und sehen Sie unter „Zu bestätigen“ nach.' : `Annehmen oder ablehnen:\n\n${publicUrl}/confirmations`}

Bis Sie annehmen, steht es in keiner Ihrer Listen, Summen und Belege. Gehört es Ihnen nicht, lehnen Sie es ab: ${storer} erfährt es.
Je Lagerhalter erhalten Sie höchstens eine solche Nachricht am Tag.
`,
  answerSubject: ({ owner }) => `${owner} hat über Ihre Buchungen entschieden`,
  answerText: (
    { owner, storer, accepted, declined, publicUrl },
    { counted, figure },
  ) => `${owner} hat entschieden, was dem Betrieb von den Buchungen von ${storer} in seinem Namen gehört.

${[
  accepted > 0 &&
    counted(accepted, {
      one: 'Ein Eintrag ist angenommen.',
      other: `${figure(accepted)} Einträge sind angenommen.`,
    }),
  declined > 0 &&
    `${counted(declined, { one: 'Ein Eintrag ist abgelehnt', other: `${figure(declined)} Einträge sind abgelehnt` })}: Das gehöre dem Betrieb nicht. Es liegt bei Ihnen wie zuvor: Tragen Sie die Fuhren mit dem richtigen Eigentümer neu ein.`,
]
  .filter(Boolean)
  .join('\n')}

${publicUrl === undefined ? 'Melden Sie sich bei Granary an, und sehen Sie unter „Zu bestätigen“ nach.' : `Hier sehen Sie, welche:\n\n${publicUrl}/confirmations`}

Je Eigentümer erhalten Sie höchstens eine solche Nachricht am Tag.
`,
  messagesAreBlocked: ({ name, whose }) =>
    whose === 'ours'
      ? `Ihr Betrieb hat ${name} blockiert. Heben Sie das auf, um dorthin zu schreiben.`
      : `${name} nimmt von Ihrem Betrieb keine Nachrichten an.`,
  tooManyStrangers: ({ limit, hours }, { counted, figure }) =>
    `Ihr Betrieb hat heute ${figure(limit)} Gespräche mit Leuten begonnen, mit denen er sonst nichts zu tun hat. Versuchen Sie es in ${counted(hours, { one: 'einer Stunde', other: `${figure(hours)} Stunden` })} wieder, oder warten Sie auf Antwort.`,
  reportsOwnMessages: () => 'Das andere Mitglied hat hier nichts geschrieben, was sich melden ließe.',
  conversationWasReported: () =>
    'An die Betreiber dieses Dienstes gemeldet. Das andere Mitglied erfährt nichts davon.',
  endsBeforeItWasMade: () => 'liegt vor dem Tag, an dem sie abgegeben wurde',
  assuranceExpires: ({ partner, isHaulier, scheme, until, isExpired }, { date }) =>
    `${scheme} von ${partner}${isHaulier ? ' (Spedition)' : ''} ${isExpired ? 'ist abgelaufen am' : 'läuft ab am'} ${date(until)}.`,
  coveredBusiness: ({ covers }) => COVERED[covers],
  assuranceLine: ({ scheme, number, covers, until }, { date }) =>
    [
      scheme,
      number,
      covers === null ? '' : `(${COVERED[covers]})`,
      until === null ? '' : `bis ${date(until)}`,
    ]
      .filter(Boolean)
      .join(' '),
  ownerTookOver: ({ store, organisation }) =>
    `Was ${store} für Sie lagert, steht jetzt in ${organisation}, mit allen früheren Fuhren und Verträgen.`,
}
