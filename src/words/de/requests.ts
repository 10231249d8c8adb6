import type { requests as english } from '../en/requests.ts'
import type { Thing, Within } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const NONE: Record<Thing, string> = {
  user: 'keinen Benutzer',
  record: 'keinen Bestand',
  file: 'keine Datei',
  'storage location': 'keinen Lagerort',
  settlement: 'keine Abrechnung',
  organisation: 'keinen Betrieb',
  movement: 'keine Bewegung',
  'storage contract': 'keinen Lagervertrag',
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
  delivery: 'keine Zustellung',
  country: 'kein Land',
  'business unit': 'keinen Betriebsteil',
  adjustment: 'keine Korrektur',
  address: 'keine Adresse',
  'API key': 'keinen API-Schlüssel',
}

const WITHIN: Record<Within | 'here', string> = {
  here: 'Hier',
  yours: 'Bei Ihnen',
  plan: 'In diesem Plan',
  settlement: 'In dieser Abrechnung',
  record: 'Bei diesem Bestand',
  adjustment: 'An dieser Korrektur',
  unarchived: 'Unter dem, was noch nicht archiviert ist,',
}

const MORE = (left: number) => `und ${left} weitere`

export const requests: SameAs<typeof english> = {
  isNotThere({ what, id, within, place }) {
    const where = place === undefined ? WITHIN[within ?? 'here'] : `In ${place}`
    return id === undefined
      ? `${where} gibt es ${NONE[what]} dieser Art.`
      : `${where} gibt es ${NONE[what]} ${id}.`
  },
  areNotThere: ({ what, ids }, { listed }) =>
    `Es gibt hier ${NONE[what]} mit einer dieser Nummern: ${listed(ids, MORE)}.`,
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
}
