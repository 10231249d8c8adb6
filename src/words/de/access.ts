import type { access as english } from '../en/access.ts'
import type { GivenOutCount } from '../terms.ts'
import type { SameAs, Writing } from '../writing.ts'
import { ROLES } from './stock-terms.ts'

const givenOut = (all: GivenOutCount[], { and, counted, figure }: Writing) =>
  and(all.map(({ kind, count }) => `${figure(count)} ${counted(count, GIVEN_OUT[kind])}`))
const GIVEN_OUT = {
  api_key: { other: 'API-Schlüssel' },
  invitation: { one: 'Einladung', other: 'Einladungen' },
  webhook: { one: 'Webhook', other: 'Webhooks' },
}

const revokedKeys = (count: number, { counted, figure }: Writing) =>
  count === 0
    ? ''
    : ` ${counted(count, { one: 'Ein API-Schlüssel der Person ist', other: `${figure(count)} API-Schlüssel der Person sind` })} widerrufen.`

export const access: SameAs<typeof english> = {
  isForPlatformAdmins: ({ permission }) =>
    `Das ist für Plattform-Administratoren, die sich anmelden: Keine Rolle und kein API-Schlüssel hat ${permission}.`,
  isForPeople: ({ permission }) =>
    `Das ist für Personen: bitte anmelden. Kein API-Schlüssel hat ${permission}.`,
  roleMayNot: ({ role, permission, roles, isKey }, { or }) => {
    const why = `Mit Ihrer Rolle (${ROLES[role]}) geht das nicht: Es braucht ${permission}, und das haben ${or(roles.map((each) => ROLES[each]))}.`
    return isKey
      ? `${why} Ein Schlüssel mit einer anderen Rolle darf es, wenn ihm ${permission} eigens gegeben wurde.`
      : why
  },
  tooManyInvitations: ({ count, hours }, { counted, figure }) =>
    `Ihr Betrieb hat an einem Tag ${figure(count)} Personen eingeladen, mehr geht nicht. Bitte ${counted(hours, { one: 'in einer Stunde', other: `in ${figure(hours)} Stunden` })} noch einmal versuchen.`,
  belongsAlready: ({ email }) => `${email} gehört schon zum Betrieb.`,
  accountNeedsNewPassword: ({ email }) =>
    `Noch niemand hat nachgewiesen, dass das Konto von ${email} zu dieser Adresse gehört: Wer es eingeladen hat, kann es innehaben. Bitte zuerst ein neues Passwort vergeben (user set-password --email ${email}), es der Person geben und dies noch einmal ausführen.`,
  accountIsNotProved: () =>
    'Noch niemand hat nachgewiesen, dass dieses Konto zu seiner E-Mail-Adresse gehört, daher kann es keinem weiteren Betrieb beitreten. Bitte per E-Mail ein neues Passwort setzen oder sich eines von dem geben lassen, der den Dienst betreibt; dann noch einmal annehmen.',
  isNoRefreshToken: () => 'Das ist kein Refresh-Token.',
  refreshTokenIsUnknown: () => 'Dieses Refresh-Token ist nicht bekannt. Bitte neu anmelden.',
  refreshTokenWasUsed: () =>
    'Dieses Refresh-Token wurde schon einmal verwendet, daher ist die Sitzung beendet. Bitte neu anmelden.',
  sessionHasEnded: () => 'Diese Sitzung ist beendet. Bitte neu anmelden.',
  sessionWasRefreshedElsewhere: () =>
    'Diese Sitzung wurde von anderswo erneuert und daher beendet. Bitte neu anmelden.',
  hasAccount: ({ email }) => `${email} hat schon ein Konto.`,
  isSuspendedInOrAll: () => 'Sie sind in diesem Betrieb gesperrt, oder der ganze Betrieb ist es.',
  belongsNowhere: () => 'Sie gehören hier zu keinem Betrieb.',
  doesNotBelong: () => 'Sie gehören nicht zu diesem Betrieb.',
  isNoEmail: () => 'ist keine E-Mail-Adresse',
  needsPerson: () => 'braucht eine Person, die hier mit E-Mail und Passwort angemeldet ist',
  tooManySignIns: () =>
    'Im Augenblick melden sich zu viele Personen an. Bitte in einigen Sekunden noch einmal versuchen.',
  mustDifferFromCurrent: () => 'muss ein anderes sein als das bisherige',
  currentPasswordIsWrong: () => 'Das ist nicht Ihr jetziges Passwort.',
  isNotCurrentPassword: () => 'ist nicht Ihr jetziges Passwort',
  hasNoCommodities: ({ code, meant, supported }, { country }) => {
    const send = meant === undefined ? '' : `. Für ${country(meant.code)} bitte ${meant.code} senden`
    return `hat hier keine Getreidearten: ${code}${send}. Es gibt ${supported.map((each) => `${each.code} (${country(each.code)})`).join(', ')}`
  },
  isNoTimeZone: () => 'ist keine Zeitzone, wie Europe/Berlin',
  isNoLocale: () => 'ist kein Gebietsschema, wie de-DE',
  cannotSuspendOwnOrganisation: () => 'Sie handeln für diesen Betrieb, daher können Sie ihn nicht sperren.',
  unitIsTaken: ({ name }) => `Einen Betriebsteil namens ${name} gibt es schon.`,
  tokenNamesNobody: () => 'Das Token nennt niemanden.',
  tokenIsNotGoodHere: () => 'Dieses Token gilt hier nicht oder ist abgelaufen. Bitte neu anmelden.',
  issuerIsAway: () =>
    'Der Anmeldedienst, der dieses Token ausgestellt hat, ist gerade nicht zu erreichen. Bitte gleich noch einmal versuchen.',
  invitationIsGone: () =>
    'Diese Einladung ist nicht bekannt, wurde schon angenommen oder zurückgezogen, oder sie ist abgelaufen.',
  accountIsSuspended: () => 'Dieses Konto ist gesperrt.',
  acceptsWithItsPassword: () =>
    'Sie haben schon ein Konto: bitte mit dessen Passwort annehmen. Wenn Sie keines kennen, kann Ihnen der ein neues geben, der den Dienst betreibt.',
  mustBeInFuture: () => 'muss in der Zukunft liegen',
  expiresAfterItsMaker: () => 'darf nicht nach dem Ablauf des Schlüssels liegen, der ihn macht',
  tooManyResets: () =>
    'In der letzten Stunde wurde mehrmals ein Code verlangt. Die schon gesendeten gelten noch; bitte in einer Stunde noch einmal anfordern.',
  resetCodeIsGone: () => 'Dieser Code ist nicht bekannt, wurde schon verwendet oder ist abgelaufen.',
  tooManyAttempts: ({ seconds }, { counted, figure }) =>
    `Zu viele Fehlversuche. Bitte in ${counted(seconds, { one: 'einer Sekunde', other: `${figure(seconds)} Sekunden` })} noch einmal versuchen.`,
  isRepetitive: () => 'muss mindestens vier verschiedene Zeichen haben',
  isOwnEmail: () => 'darf nicht Ihre E-Mail-Adresse sein',
  isOrganisationName: () => 'darf nicht der Name des Betriebs sein',
  isEasyToGuess: () =>
    'ist leicht zu erraten: Es ist ein häufiges Passwort oder kaum mehr als Namen, Wörter, Daten oder benachbarte Tasten. Gut sind drei oder vier Wörter, die nichts miteinander zu tun haben',
  cannotSuspendYourself: () => 'Sie können sich nicht selbst sperren.',
  hasTwoCredentials: () => 'Bitte X-Api-Key oder Authorization senden, nicht beides.',
  isNoApiKey: () => 'Das ist kein API-Schlüssel.',
  hasNoCredential: () => 'Bitte anmelden oder einen API-Schlüssel senden.',
  isNoBearer: () => 'Authorization muss aus „Bearer“ und einem Token bestehen.',
  apiKeyIsUnknown: () => 'Dieser API-Schlüssel ist nicht bekannt, abgelaufen oder widerrufen.',
  apiKeyHasExpired: () => 'Dieser API-Schlüssel ist abgelaufen oder widerrufen.',
  apiKeyIsOfOneOrganisation: () =>
    'Ein API-Schlüssel gilt für einen Betrieb: bitte X-Organisation-Id weglassen.',
  tokenIsNotOurs: () => 'Dieses Token ist nicht von hier oder abgelaufen. Bitte anmelden oder es erneuern.',
  nobodyIsKnownByToken: () =>
    'Mit diesem Token ist hier niemand bekannt. Bitte einen Administrator um eine Einladung bitten.',
  belongsToSeveral: () => 'Sie gehören zu mehreren Betrieben: bitte einen in X-Organisation-Id nennen.',
  emailAndPasswordDiffer: () => 'E-Mail und Passwort passen nicht zusammen.',
  takesNoMail: () => 'ist keine Adresse, an die E-Mail gesendet werden kann',
  setupCodeIsUsedUp: () => 'ist verbraucht: Es gibt schon einen Betrieb, bitte anmelden',
  setupCodeIsWrong: () => 'ist nicht der Code, den das Terminal zeigt',
  setupCodeIsTooOld: ({ hours }, { figure }) =>
    `ist älter als ${figure(hours)} Stunden: bitte den Dienst neu starten, um einen anderen zu bekommen`,
  isSuspendedHere: () => 'Sie sind in diesem Betrieb gesperrt.',
  organisationIsSuspended: () => 'Dieser Betrieb ist gesperrt.',
  keyMakerIsGone: () =>
    'Wer diesen API-Schlüssel gemacht hat, ist gesperrt oder gehört nicht mehr zum Betrieb.',
  cannotGrantRole: ({ own, role }) =>
    `Sie sind ${ROLES[own]} und können daher niemanden zum ${ROLES[role]} machen.`,
  cannotChangeRole: ({ own, role }) =>
    `Sie sind ${ROLES[own]} und können daher jemanden mit der Rolle ${ROLES[role]} nicht ändern.`,
  needsAnOwner: () =>
    'Ein Betrieb braucht einen Hauptadministrator: bitte zuerst jemand anderen dazu machen.',
  hasTooManyPreferences: ({ kilobytes }, { figure }) => `darf höchstens ${figure(kilobytes)} kB haben`,
  preferencesAreForPeople: () => 'Einstellungen haben nur Personen, kein API-Schlüssel.',
  keyKeepsItsName: () =>
    'Das ist für Personen: Ein API-Schlüssel behält den Namen, mit dem er gemacht wurde.',
  keyLeavesNothing: () => 'Ein API-Schlüssel tritt nirgends aus: bitte stattdessen widerrufen.',
  isOfNoIssuer: () => 'kommt von keinem vertrauten Anmeldedienst',
  identityIsTaken: () => 'Diese Anmeldung gehört hier zu einem anderen Konto.',
  isNotOffered: () => 'wird hier nicht angeboten',
  signedOutOnDevice: () => 'Sie sind auf diesem Gerät abgemeldet.',
  deviceIsSignedOut: () => 'Das Gerät ist abgemeldet.',
  signedOutInBrowser: () => 'Sie sind in diesem Browser abgemeldet.',
  passwordIsChanged: ({ given: all, isEnded }, write) => {
    const given = givenOut(all, write)
    const rest = isEnded
      ? ` Was Sie ausgegeben haben, ist beendet: ${given}.`
      : ` Was Sie ausgegeben haben, gilt weiter: ${given}.`
    return `Ihr Passwort ist geändert. Andere Geräte müssen sich neu anmelden.${given === '' ? '' : rest}`
  },
  isArchived: ({ name }) => `${name} ist archiviert.`,
  apiKeyIsRevoked: ({ name, others }, { counted, figure }) => {
    const more = counted(others, {
      one: 'der Schlüssel, der damit gemacht wurde',
      other: `die ${figure(others)} Schlüssel, die damit gemacht wurden`,
    })
    return `Der API-Schlüssel ${name} ist widerrufen.${others === 0 ? '' : ` Ebenso ${more}.`}`
  },
  hasRoleAlready: ({ name, role }) => `${name} ist schon ${ROLES[role]}.`,
  roleIsChanged: ({ name, before, role }) => `${name} war ${ROLES[before]} und ist jetzt ${ROLES[role]}.`,
  isSuspendedAlready: ({ name }) => `${name} ist schon gesperrt.`,
  memberIsSuspended: ({ name }) => `${name} ist gesperrt, und mit der Person ihre API-Schlüssel.`,
  memberIsReinstated: ({ name }) =>
    `${name} darf sich wieder anmelden; auch die API-Schlüssel der Person gelten wieder.`,
  isNotSuspended: ({ name }) => `${name} ist nicht gesperrt.`,
  isSuspendedElsewhere: ({ name }) =>
    `${name} ist nicht mehr in diesem Betrieb gesperrt, aber überall: bitte den fragen, der den Dienst betreibt.`,
  memberIsRemoved: ({ name, keys }, write) =>
    `${name} gehört nicht mehr zum Betrieb.${revokedKeys(keys, write)}`,
  hasLeft: ({ organisation, keys }, write) =>
    `Sie gehören nicht mehr zu ${organisation}.${revokedKeys(keys, write)}`,
  invitationIsTakenBack: ({ email }) => `Die Einladung an ${email} ist zurückgezogen.`,
  canSignInThrough: ({ issuer }) => `Sie können sich jetzt über ${issuer} anmelden.`,
  identityIsUnlinked: ({ issuer }) => `Mit dieser Anmeldung bei ${issuer} kommen Sie nicht mehr herein.`,
  organisationIsShutOut: ({ name }) =>
    `${name} ist gesperrt: Seine Personen und Schlüssel kommen nicht mehr herein.`,
  organisationIsLetIn: ({ name }) => `${name} ist wieder zugelassen.`,
  resetCodeIsMailed: () =>
    'Wenn es zu dieser Adresse ein Konto gibt, ist ein Code für ein neues Passwort dorthin unterwegs. Er gilt eine Stunde.',
  resetCodeIsNotMailed: () =>
    'Diese Installation sendet selbst keine E-Mail. Bitte den, der sie betreibt, um den Code oder ein neues Passwort bitten.',
  passwordIsReset: ({ email, password, isSuspended, forgiven, given: all }, write) => {
    const may = isSuspended ? 'ist gesperrt und kann sich, sobald wieder zugelassen,' : 'kann sich'
    const given = givenOut(all, write)
    const tries =
      forgiven === 0
        ? 'Falsche Passwörter wurden dafür nicht gezählt.'
        : `${write.counted(forgiven, { one: 'Ein falsches Passwort ist', other: `${write.figure(forgiven)} falsche Passwörter sind` })} vergessen, niemand muss also warten.`
    const rest = `\nWas diese Person ausgegeben hat, gilt weiter: ${given}. Hatte jemand anderes das Konto, bitte durchsehen.`
    return `${email} ${may} mit dem Passwort ${password} anmelden\n${tries}${given === '' ? '' : rest}`
  },
  isGivenOut: ({ given }, write) => givenOut(given, write),
}
