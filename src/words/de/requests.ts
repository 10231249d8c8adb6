import type { requests as english } from '../en/requests.ts'
import type { Thing, Within } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const NONE: Record<Thing, string> = {
  user: 'keinen Benutzer',
  record: 'keinen Bestand',
  file: 'keine Datei',
  'storage location': 'keinen Lagerort',
  settlement: 'keine Abrechnung',
  hold: 'keine Sperre',
  reservation: 'keine Reservierung',
  confirmation: 'keine Bestätigung',
  'bay check': 'keine Kontrolle',
  'stock-take': 'keine Inventur',
  period: 'keinen Zeitraum',
  exception: 'keine Ausnahme',
  organisation: 'keinen Betrieb',
  movement: 'keine Bewegung',
  'storage contract': 'keinen Lagervertrag',
  contract: 'keinen Kontrakt',
  order: 'keinen Auftrag',
  tariff: 'keinen Tarif',
  'report mailing': 'keinen Bericht per E-Mail',
  'statement of charges': 'keine Lagerabrechnung',
  import: 'keinen Import',
  'harvest plan': 'keinen Ernteplan',
  conversation: 'kein Gespräch',
  bay: 'keine Box',
  partner: 'keinen Partner',
  load: 'keine Fuhre',
  'conversation about listing': 'kein Gespräch über das Angebot',
  word: 'kein Wort',
  'what3words address': 'keine what3words-Adresse',
  webhook: 'keinen Webhook',
  'trade availability record': 'kein Angebot',
  store: 'kein Lager',
  storage: 'kein Lager',
  'storage note': 'keine Notiz zum Lager',
  'short link': 'keinen Kurzlink',
  question: 'keine Frage',
  paper: 'keinen Beleg',
  owner: 'keinen Eigentümer',
  'open session': 'keine offene Sitzung',
  'open invitation': 'keine offene Einladung',
  line: 'keine Zeile',
  job: 'keinen Auftrag',
  identity: 'keine Anmeldung',
  'factor reset': 'keinen Einmal-Link',
  passkey: 'keinen Passkey',
  delivery: 'keine Zustellung',
  country: 'kein Land',
  'business unit': 'keinen Betriebsteil',
  adjustment: 'keine Korrektur',
  address: 'keine Adresse',
  'API key': 'keinen API-Schlüssel',
  domain: 'keine Domain',
  deletion: 'keine Löschung',
  'organisation export': 'keinen Export des Betriebs',
  backup: 'keine Sicherung',
  commodity: 'kein Getreide',
}

const WITHIN: Record<Within | 'here', string> = {
  here: 'Hier',
  yours: 'Bei Ihnen',
  plan: 'In diesem Plan',
  settlement: 'In dieser Abrechnung',
  'stock-take': 'In dieser Inventur',
  record: 'Bei diesem Bestand',
  adjustment: 'An dieser Korrektur',
  unarchived: 'Unter dem, was noch nicht archiviert ist,',
}

export const requests: SameAs<typeof english> = {
  isNotThere({ what, id, within, place }) {
    const where = place === undefined ? WITHIN[within ?? 'here'] : `In ${place}`
    return id === undefined
      ? `${where} gibt es ${NONE[what]} dieser Art.`
      : `${where} gibt es ${NONE[what]} ${id}.`
  },
  areNotThere: ({ what, ids }, { listed }) =>
    `Es gibt hier ${NONE[what]} mit einer dieser Nummern: ${listed(ids)}.`,
  addressIsNotThere: ({ method, address }) =>
    `${method} ${address} gibt es nicht. Was es gibt, steht unter /docs.`,
  addressIsTooLong: () => 'Diese Adresse ist zu lang.',
  withReason: ({ refusal, reason }, { messages }) => `${messages([refusal])} ${messages([reason])}`,
  hasChanged: () => 'Das hat inzwischen jemand anders geändert. Bitte neu laden und dann entscheiden.',
  valueIsTaken: () => 'Diesen Wert hat schon ein anderer Eintrag.',
  requestIsTooLarge: () => 'Die Anfrage ist größer, als hier angenommen wird.',
  bodyIsNoJson: () =>
    'Der Inhalt wird als application/json gebraucht, mit einer Datei als multipart/form-data.',
  isStopping: () => 'Der Dienst wird gerade beendet. Bitte gleich noch einmal senden.',
  diskIsFull: () =>
    'Der Speicher ist voll, und nichts wurde geändert. Was gespeichert ist, kann gelesen werden; bitte noch einmal senden, wenn wieder Platz ist.',
  databaseIsAway: () =>
    'Die Datenbank kann das im Augenblick nicht speichern oder beantworten. Bitte noch einmal senden; mit einem Idempotency-Key geschieht es nur einmal, auch wenn nur die Antwort verloren ging.',
  wentWrong: ({ requestId }) =>
    `Bei uns ist etwas schiefgegangen. Bitte bei einer Meldung die Anfrage ${requestId} nennen.`,
  tooManyAreWaiting: ({ limit }, { figure }) =>
    `Von Ihrem Betrieb warten schon ${figure(limit)} Anfragen. Bitte weniger auf einmal senden.`,
  tooManyFilesAreSent: ({ count }, { figure }) =>
    `Ihr Betrieb sendet gerade schon ${figure(count)} Dateien. Bitte die nächste erst senden, wenn eine davon da ist.`,
  isAnotherOrganisation: () => 'organisationId nennt einen anderen Betrieb als den, für den Sie handeln.',
  senderHasLeft: () => 'Wer die Datei gesendet hat, ist nicht mehr verbunden.',
  isNoForm: () => 'Die Datei und ihre Angaben bitte als multipart/form-data senden.',
  fileIsTooLarge: ({ megabytes }, { figure }) =>
    `Die Datei ist größer als ${figure(megabytes)} MB; mehr wird hier nicht angenommen.`,
  formHasTooManyParts: ({ limit }, { figure }) =>
    `Das Formular hat zu viele Teile: Angenommen werden eine Datei und höchstens ${figure(limit)} Angaben.`,
  formIsUnreadable: () => 'Das Formular konnte nicht gelesen werden.',
  requestIsUnreadable: () => 'Die Anfrage konnte nicht gelesen werden.',
  hostIsUnknown: ({ host }) =>
    `Dieser Dienst ist unter dem Namen ${host} nicht zu erreichen. Wer ihn betreibt, kann den Namen in ALLOWED_HOSTS eintragen.`,
  headersAreTooLarge: () =>
    'Adresse und Kopfzeilen der Anfrage sind zusammen größer als die erlaubten 16 KB.',
  requestCameTooSlowly: () => 'Die Anfrage kam nicht rechtzeitig an.',
  isNoRequest: () => 'Das ist keine Anfrage, wie HTTP/1.1 sie kennt.',
  isStoppingUnchanged: () =>
    'Der Dienst wird gerade beendet; nichts wurde geändert. Bitte gleich noch einmal versuchen.',
  rangeIsOutside: ({ sizeBytes }, { figure }) =>
    `Die Datei hat ${figure(sizeBytes)} Bytes; im verlangten Bereich liegt nichts.`,
  metricsAreForOperators: () =>
    'Diese Zahlen sind für die, die den Dienst betreiben: bitte auf seinem eigenen Rechner abfragen, oder METRICS_TOKEN setzen und als Authorization: Bearer senden.',
  hasSeveralHosts: () => 'Die Anfrage hat mehr als eine Kopfzeile „Host“. Bitte nur eine senden.',
  isNoHost: () => 'In der Kopfzeile „Host“ steht kein Rechner, wie granary.example oder 127.0.0.1:3000.',
  isForOwnPages: () => 'Das ist nur für die eigenen Seiten dieses Dienstes.',
  idempotencyKeyWasUsed: () =>
    'Dieser Idempotency-Key gehört schon zu einer anderen Anfrage. Für eine neue Anfrage bitte einen neuen verwenden.',
  idempotencyKeyIsInUse: () =>
    'Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Bitte gleich noch einmal fragen.',
  nothingIsHere: () => 'Unter dieser Adresse gibt es nichts.',
  bodyIsPacked: ({ encoding }) => `Den Inhalt bitte senden, wie er ist, nicht als ${encoding} gepackt.`,
  bodyIsNotUtf8: () => 'Der Inhalt ist nicht in UTF-8, wie es JSON sein muss.',
  bodyIsTooDeep: ({ limit }, { figure }) =>
    `Der Inhalt ist tiefer als ${figure(limit)} Ebenen verschachtelt.`,
  objectHasTooManyFields: ({ limit }, { figure }) =>
    `Ein Objekt im Inhalt hat mehr als ${figure(limit)} Angaben.`,
  bodyHasTooManyValues: ({ limit }, { figure }) => `Der Inhalt hat mehr als ${figure(limit)} Werte.`,
  tooManyPapers: () => 'Es werden gerade zu viele Belege gedruckt. Bitte noch einmal versuchen.',
  paperTookTooLong: () => 'Der Druck des Belegs hat zu lange gedauert. Bitte noch einmal versuchen.',
  tooManyRequests: ({ seconds }, { counted, figure }) =>
    `Zu viele Anfragen. Bitte in ${counted(seconds, { one: 'einer Sekunde', other: `${figure(seconds)} Sekunden` })} noch einmal versuchen.`,
  isDryRun: ({ answers }) =>
    `Ein Probelauf; nichts wurde gespeichert. ${answers.length > 0 ? `Die Antwort wäre: ${answers.join(' ')}` : 'Das würde angenommen.'}`,
  clocksWentForward: ({ time, date, takenUTC, timeZone }, write) =>
    `Am ${write.date(date)} gab es ${time} Uhr nicht (${timeZone}), weil die Uhren vorgestellt wurden: Es gilt ${write.time(takenUTC, timeZone)} Uhr.`,
  pageIsMadeReady: () =>
    'Die Konsole wird gerade vorbereitet. Diese Seite versucht es von selbst noch einmal.',
  pageCouldNotBeBuilt: ({ docs }) =>
    `Die Konsole konnte nicht gebaut werden, und zwar darum. Die API funktioniert: siehe ${docs}.`,
  buildPageAgain: ({ command }) => `Bitte beheben und den Dienst neu starten; mehr zeigt ${command}.`,
}
