import type { Sentences, Thing, TypeName, Within } from './catalogue.ts'

const TYPES: Record<TypeName, string> = {
  string: 'ein Text',
  number: 'eine Zahl',
  integer: 'eine ganze Zahl',
  boolean: 'wahr oder falsch (true, false)',
  object: 'eine Gruppe von Angaben',
  array: 'eine Liste',
  null: 'leer (null)',
}

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

export const de: Sentences = {
  isNeeded: () => 'wird gebraucht',
  isNoField: ({ name }) => `„${name}“ gibt es bei dieser Anfrage nicht`,
  isNoParameter: ({ name }) => `„${name}“ ist kein Parameter dieser Anfrage`,
  isSentTwice: () => 'ist mehrmals angegeben',
  needsBody: () => 'braucht einen Inhalt in JSON',
  takesNoBody: () => 'nimmt keinen Inhalt, oder ein leeres Objekt',
  isNoChoice: ({ choices, mayBeEmpty }) =>
    `muss eines von diesen sein: ${choices.join(', ')}${mayBeEmpty ? ', oder leer' : ''}`,
  isNoType({ types, weight }, { figure }) {
    const words = `muss ${types.map((type) => TYPES[type]).join(' oder ')} sein`
    return weight === undefined ? words : `${words}: nur das Gewicht angeben, ${figure(weight)}`
  },
  isBelow: ({ limit }, { figure }) => `muss mindestens ${figure(limit)} sein`,
  isAbove: ({ limit }, { figure }) => `darf höchstens ${figure(limit)} sein`,
  isNotAbove: ({ limit }, { figure }) => `muss mehr als ${figure(limit)} sein`,
  isNotBelow: ({ limit }, { figure }) => `muss weniger als ${figure(limit)} sein`,
  isTooShort: ({ limit }, { figure }) => `muss mindestens ${figure(limit)} Zeichen haben`,
  isTooLong: ({ limit }, { figure }) => `darf höchstens ${figure(limit)} Zeichen haben`,
  hasTooFew: ({ limit }, { counted, figure }) =>
    `muss mindestens ${counted(limit, { one: 'einen Eintrag', other: `${figure(limit)} Einträge` })} haben`,
  hasTooMany: ({ limit }, { counted, figure }) =>
    `darf höchstens ${counted(limit, { one: 'einen Eintrag', other: `${figure(limit)} Einträge` })} haben`,
  hasTooManyNames: ({ limit }, { counted, figure }) =>
    `darf höchstens ${counted(limit, { one: 'einen Namen', other: `${figure(limit)} Namen` })} haben`,
  isEmpty: () => 'darf nicht leer sein',
  isBlank: () => 'darf nicht nur aus Leerzeichen bestehen',
  hasNul: () => 'darf kein NUL-Zeichen enthalten',
  hasNoFormat: ({ example }) =>
    example === undefined ? 'hat nicht die verlangte Form' : `muss aussehen wie ${example}`,
  isNoDate: () => 'muss ein Datum von 1800 bis 2199 sein, wie 2026-08-14 oder 2026-08-14T09:30',
  isInvalid: () => 'ist nicht gültig',
  fieldIsWrong: ({ path, faults }, { field, messages }) => `${field(path)}: ${messages(faults)}`,
  fieldsAreWrong: ({ count, paths }, { field, figure, listed }) =>
    `${figure(count)} Angaben stimmen nicht: ${listed([...new Set(paths.map(field))], MORE)}.`,
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
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` in ${place}`
    const taken = takenBy === undefined ? '' : `, wenn Bewegung ${takenBy} davon abgeht`
    const at = `am ${write.day(atUTC, timeZone)} um ${write.time(atUTC, timeZone)} Uhr`
    return `So viel liegt dort nicht. Von „${stock}“${where} würden ${at} ${write.weight(weight)} fehlen${taken}. Nichts wurde geändert.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) => `Fuhre ${place} von ${count}: ${messages([refusal])}`,
  withReason: ({ refusal, reason }, { messages }) => `${messages([refusal])} ${messages([reason])}`,
  dayStarts: ({ day }) =>
    `${day} ohne Uhrzeit ist der Beginn dieses Tages: Wenn die Ware später abging, bitte die Uhrzeit angeben.`,
  sendTogether: () =>
    'Wenn noch andere Bewegungen berichtigt werden sollen, bitte alle zusammen an PUT /api/inventory/movements/bulk senden: Dann wird erst am Ende geprüft.',
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
