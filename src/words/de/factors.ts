import type { factors as sentences } from '../en/factors.ts'
import type { SameAs } from '../writing.ts'

export const factors: SameAs<typeof sentences> = {
  stepUpIsNeeded: ({ minutes }) =>
    `Dafür müssen Sie sich in den letzten ${minutes} Minuten ausgewiesen haben. Weisen Sie sich noch einmal aus, und senden Sie dies dann erneut.`,
  secondFactorIsNeeded: () =>
    'Ihr Betrieb verlangt einen zweiten Faktor. Richten Sie zuerst einen Passkey oder eine Code-App ein; vorher können Sie nichts anderes tun.',
  challengeIsGone: () => 'Das ist abgelaufen oder wurde schon benutzt. Melden Sie sich neu an.',
  challengeIsOver: () => 'ist abgelaufen oder wurde schon benutzt; beginnen Sie neu',
  factorIsWrong: ({ by }) =>
    ({
      code: 'Der Code stimmt nicht.',
      passkey: 'Der Passkey stimmt nicht. Versuchen Sie es noch einmal.',
      password: 'Das Passwort stimmt nicht.',
    })[by],
  isNotRight: () => 'ist nicht richtig',
  needsOneFactor: () => 'wird gebraucht, oder ein Passkey; aber nicht beides',
  hasNoFactor: () => 'Sie haben noch keinen zweiten Faktor.',
  steppedUp: () => 'Sie haben sich ausgewiesen.',
  hasCodeApp: () => 'Sie haben schon eine Code-App. Entfernen Sie sie, bevor Sie eine andere einrichten.',
  noCodeAppBegun: () => 'Es wird gerade keine Code-App eingerichtet. Beginnen Sie damit.',
  isNotItsCode: () => 'stimmt nicht mit der App überein; prüfen Sie deren Uhr',
  factorIsAdded: ({ codes }) =>
    codes === 0
      ? 'Eingerichtet; bei der Anmeldung wird danach gefragt.'
      : `Eingerichtet; bei der Anmeldung wird danach gefragt. Bewahren Sie die ${codes} Wiederherstellungscodes sicher auf.`,
  factorIsRemoved: () => 'Entfernt; damit meldet sich niemand mehr an.',
  recoveryCodesAreNew: ({ codes }) =>
    `Hier sind ${codes} neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.`,
  memberIsSignedOut: ({ name, count }) =>
    `${name} ist auf ${count === 1 ? 'einem Gerät' : `${count} Geräten`} abgemeldet.`,
  otherDevicesAreSignedOut: ({ count }) =>
    `Sie sind auf ${count === 1 ? 'einem anderen Gerät' : `${count} anderen Geräten`} abgemeldet.`,
  isNoNetwork: () => 'ist keine Netzwerkadresse in CIDR-Schreibweise wie 192.0.2.0/24',
  apiKeyIsChanged: ({ name }) => `Der API-Schlüssel ${name} ist geändert.`,
  acceptsSignedIn: () =>
    'Sie haben einen zweiten Faktor: Melden Sie sich zuerst damit an, öffnen Sie dann die Einladung erneut, und nehmen Sie sie an.',
  hasMostPasskeys: ({ most }) =>
    `Sie haben ${most} Passkeys, mehr sind nicht erlaubt. Entfernen Sie zuerst einen.`,
  isNoPasskeyOfThis: () => 'wurde nicht hierfür gemacht; beginnen Sie neu',
  passkeyIsTaken: () => 'Dieser Passkey ist schon in Gebrauch.',
  cannotResetOwnFactors: () =>
    'Ihren eigenen zweiten Faktor ändern Sie in Ihren Einstellungen. Haben Sie ihn verloren, nehmen Sie einen Wiederherstellungscode, oder fragen Sie einen anderen Administrator.',
  belongsElsewhereToo: ({ name }) =>
    `${name} gehört auch zu anderen Betrieben. Bitten Sie den Betreiber, den zweiten Faktor zu entfernen (user reset-factors).`,
  memberHasNoFactor: ({ name }) => `${name} hat keinen zweiten Faktor.`,
  takesAnotherAdmin: () =>
    'Dafür braucht es einen anderen Administrator als den, der es verlangt hat, und nicht die Person selbst.',
  resetIsConfirmed: ({ name }) => `Der Einmal-Link für ${name} gilt sofort.`,
  resetIsTakenBack: () => 'Der Einmal-Link ist zurückgenommen.',
  factorResetIsGone: () =>
    'Diesen Link gibt es nicht, er wurde benutzt oder zurückgenommen, oder er ist abgelaufen. Bitten Sie um einen neuen.',
  factorResetIsGoodLater: ({ fromUTC, timeZone }, { day, time }) =>
    `Dieser Link gilt ab ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)}, oder sobald ein anderer Administrator ihn bestätigt hat.`,
  factorsAreReset: () =>
    'Ihre zweiten Faktoren sind entfernt. Melden Sie sich mit Ihrem Passwort an, und richten Sie neue ein.',
  isYoursAlready: () => 'ist schon Ihre Adresse',
  emailCodesAreMailed: () => 'An jede der beiden Adressen ist ein Code unterwegs. Beide gelten eine Stunde.',
  emailCodesAreNotMailed: () =>
    'Diese Installation verschickt keine E-Mails: Der Betreiber findet die beiden Codes im Postausgang der Installation. Beide gelten eine Stunde.',
  noEmailChange: () =>
    'Es gibt keine Adressänderung zu bestätigen, oder ihre Codes sind abgelaufen. Beginnen Sie neu.',
  emailIsChanged: ({ email }) => `Von jetzt an melden Sie sich mit ${email} an.`,
  factorResetSubject: () => 'Neuanfang ohne Ihren zweiten Faktor',
  factorResetText: ({ askedBy, fromUTC, timeZone, token, publicUrl }, { day, time }) => {
    const wayIn =
      publicUrl === undefined
        ? `Ihr Code, für die Seite „factor-reset“ von Granary:\n\n${token}`
        : `Öffnen Sie dann:\n\n${publicUrl}/factor-reset#${token}`
    return `${askedBy} lässt Sie den zweiten Faktor entfernen, den Sie verloren haben.

Das gilt ab ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)}, einmal, drei Tage lang.

${wayIn}

Haben Sie nichts verloren, sagen Sie es einem Administrator Ihres Betriebs: Es lässt sich zurücknehmen.
`
  },
  factorResetNoticeSubject: ({ name }) => `Der zweite Faktor von ${name} soll entfernt werden`,
  factorResetNoticeText: ({ name, askedBy, fromUTC, timeZone }, { day, time }) =>
    `${askedBy} hat verlangt, den zweiten Faktor von ${name} zu entfernen, ab ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)}.

Ist das richtig, kann ein anderer Administrator es in den Einstellungen unter „Personen und Rollen“ bestätigen, damit es sofort gilt.
Ist es falsch, nehmen Sie es dort zurück.
`,
  emailChangeSubject: () => 'Ihre E-Mail-Adresse für Granary',
  emailChangeOldText: ({ newEmail, code }) =>
    `Jemand, der als Sie angemeldet ist, will sich künftig mit ${newEmail} anmelden.

Ihr Code, für die bisherige Adresse:

${code}

Waren Sie es nicht, geben Sie ihn niemandem, ändern Sie Ihr Passwort, und beenden Sie Ihre anderen Sitzungen: Ohne diesen Code ändert sich nichts.
`,
  emailChangeNewText: ({ code }) =>
    `Jemand will sich mit dieser Adresse bei Granary anmelden.

Ihr Code, für die neue Adresse:

${code}

Waren Sie es nicht, brauchen Sie nichts zu tun: Ohne den Code ändert sich nichts.
`,
  userFactorsAreReset: ({ email }) => `${email} hat keinen zweiten Faktor mehr und ist überall abgemeldet.`,
  userEmailIsSet: ({ email, newEmail }) => `${email} meldet sich von jetzt an mit ${newEmail} an.`,
}
