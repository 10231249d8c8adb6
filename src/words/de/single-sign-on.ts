import type { singleSignOn as english } from '../en/single-sign-on.ts'
import type { SameAs } from '../writing.ts'

export const singleSignOn: SameAs<typeof english> = {
  providerHasNoDomain: () =>
    'Ihr Betrieb hat noch keine Domain nachgewiesen. Bis dahin meldet sein Anmeldedienst niemanden an.',
  providerEmailIsUnverified: () =>
    'Ihr Anmeldedienst bestätigt Ihre E-Mail-Adresse nicht. Fragen Sie dort nach, wer ihn betreibt.',
  providerEmailIsElsewhere: ({ domain }) =>
    `Ihr Betrieb hat die Domain ${domain} nicht nachgewiesen. Sein Anmeldedienst meldet niemanden mit einer solchen Adresse an.`,
  accountHasOtherSubject: ({ email }) =>
    `${email} ist bei Ihrem Anmeldedienst bereits jemand anderes. Fragen Sie einen Administrator Ihres Betriebs.`,
  accountIsNotOfProvider: () =>
    'Zu Ihrer Adresse gibt es ein Konto, das nicht zu diesem Betrieb gehört. Ein Administrator kann Sie einladen.',
  accountIsOfOthersToo: () =>
    'Ihr Konto gehört auch zu anderen Betrieben. Kein Anmeldedienst eines einzelnen meldet es an.',
  platformAdminByProvider: () =>
    'Ihr Konto verwaltet diese Installation. Kein Anmeldedienst eines Betriebs meldet es an.',
  claimGivesNoRole: () =>
    'Ihr Anmeldedienst gibt Ihnen in diesem Betrieb keine Rolle. Lassen Sie sich dort in eine Gruppe aufnehmen.',
  providerAnswerIsWrong: () =>
    'Was Ihr Anmeldedienst geschickt hat, stimmt nicht. Melden Sie sich noch einmal an.',
  providerDidNotAskAnew: () =>
    'Ihr Anmeldedienst hat Sie nicht noch einmal gefragt, wer Sie sind. Melden Sie sich dort ab, und versuchen Sie es noch einmal.',
  providerIsAway: () =>
    'Ihr Anmeldedienst antwortet nicht, wie er soll. Versuchen Sie es später, oder fragen Sie, wer ihn betreibt.',
  providerSignInIsGone: () =>
    'Diese Anmeldung wurde nicht in diesem Browser begonnen, ist abgelaufen oder schon verwendet. Melden Sie sich noch einmal an.',
  signsInByProvider: ({ organisation }) =>
    `${organisation} meldet seine Mitglieder über den eigenen Anmeldedienst an. Nehmen Sie diesen statt Passwort oder Passkey.`,
  providerSessionIsOfOne: () =>
    'Sie sind über den Anmeldedienst eines Betriebs angemeldet und handeln nur für diesen.',
  isOfNoProvider: () => 'gehört zu keinem Betrieb mit eigener Anmeldung',
  hasNoProvider: () => 'Ihr Betrieb hat noch keine eigene Anmeldung.',
  providerIsRemoved: () => 'Die eigene Anmeldung ist entfernt.',
  isNoIssuer: () => 'ist keine Adresse eines Ausstellers: Sie hat kein Fragezeichen',
  isNeededForIssuer: () => 'wird gebraucht, weil der Aussteller ein anderer ist',
  isNoOwner: () => 'ist kein aktiver Hauptadministrator dieses Betriebs mit einem Passwort',
  isNeededToEnforce: () => 'wird gebraucht, damit jemand hineinkommt, wenn der Anmeldedienst nicht antwortet',
  needsVerifiedDomain: () => 'verlangt eine nachgewiesene Domain',
  isNoDomain: () => 'ist keine Domain wie hillfarm.example',
  hasDomainAlready: ({ domain }) => `Sie haben die Domain ${domain} bereits.`,
  hasMostDomains: ({ most }) => `Sie haben ${most} Domains, mehr gehen nicht.`,
  enforcedNeedsDomain: () => 'Solange die eigene Anmeldung Pflicht ist, bleibt ihre letzte Domain.',
  domainIsRemoved: ({ domain }) => `${domain} ist entfernt.`,
  domainIsVerified: ({ domain }) => `${domain} ist nachgewiesen.`,
  domainIsOfAnother: ({ domain }) => `Ein anderer Betrieb hat ${domain} nachgewiesen.`,
  recordIsNotThere: ({ name }) =>
    `Der TXT-Eintrag ${name} hat diesen Text noch nicht. Bis er sichtbar ist, können Stunden vergehen.`,
  domainIsMailed: ({ address }) => `Ein Link ist unterwegs an ${address}. Er gilt einen Tag.`,
  domainMailIsNotSent: () =>
    'Diese Installation verschickt keine E-Mails: Wer sie betreibt, findet den Link im Postausgang der Installation. Er gilt einen Tag.',
  domainLinkIsGone: () => 'Dieser Link ist unbekannt, schon verwendet oder abgelaufen.',
  domainMailSubject: ({ domain }) => `Weisen Sie nach, dass ${domain} Ihnen gehört`,
  domainMailText: ({ organisation, domain, token, publicUrl }) => {
    const wayIn =
      publicUrl === undefined
        ? `Ihr Code für die Seite „sign-in/domain“ von Granary:\n\n${token}`
        : `Wenn das stimmt, öffnen Sie dies innerhalb eines Tages:\n\n${publicUrl}/sign-in/domain#${token}`
    return `${organisation} will in Granary Personen mit einer Adresse von ${domain} anmelden.

${wayIn}

Wenn Sie ${organisation} nicht kennen, tun Sie nichts.
`
  },
}
