import type { fields as english } from '../en/fields.ts'
import type { FilterKind, TypeName } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const TYPES: Record<TypeName, string> = {
  string: 'ein Text',
  number: 'eine Zahl',
  integer: 'eine ganze Zahl',
  boolean: 'wahr oder falsch (true, false)',
  object: 'eine Gruppe von Angaben',
  array: 'eine Liste',
  null: 'leer (null)',
}

const KINDS: Record<FilterKind, string> = {
  int: 'eine ganze Zahl',
  uuid: 'eine Id',
  boolean: 'true oder false',
  text: 'ein Text',
}

const TAG = '"dGhpcyBpcyBub3QgYSByZWFs"'

export const fields: SameAs<typeof english> = {
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
  more: ({ left }, { figure }) => `${figure(left)} weitere`,
  fieldsAreWrong: ({ count, paths }, { fields, figure, listed }) =>
    `${figure(count)} Angaben stimmen nicht: ${listed(fields(paths))}.`,
  mustBeFile: () => 'muss eine Datei sein',
  mustBeNoFile: () => 'darf keine Datei sein',
  hasTooManyBytes: ({ limit }, { figure }) => `darf höchstens ${figure(limit)} Bytes haben`,
  isNotUtf8: () => 'muss Text in UTF-8 sein',
  hasHalfCharacter: () => 'darf kein halbes Zeichen (Surrogat) enthalten',
  isNoneOf: ({ value, choices }, { or }) => `muss ${or(choices)} sein, nicht „${value}“`,
  isTooLargeNumber: ({ value }) => `ist als Zahl zu groß: „${value}“`,
  isNoValueOf: ({ value, kind }) => `muss ${KINDS[kind]} sein, nicht „${value}“`,
  valueIsWrong: ({ value, reason }, { messages }) => `„${value}“ ${messages([reason])}`,
  isOneOfTooMany: ({ limit }, { figure }) =>
    `hat zu viele Werte: Alle Filter zusammen nehmen höchstens ${figure(limit)}`,
  isNoEntityTag: () =>
    `ist kein Entity-Tag: den ETag einer Antwort bitte senden, wie er ist, mit den Anführungszeichen, wie ${TAG}`,
  isNoIdempotencyKey: () => 'muss aus 1 bis 200 sichtbaren ASCII-Zeichen bestehen',
  hasTooManyIds: ({ limit }, { figure }) => `darf höchstens ${figure(limit)} Ids haben`,
  contradicts: ({ field: path }, { field }) =>
    `sagt etwas anderes als ${field(path)} (${path}): bitte nur eines von beiden senden`,
  isHeavierThanLorries: ({ weight, limit }, write) =>
    `ist ${write.weight(weight)}, und kein Lkw wiegt mehr als ${write.weight(limit)}: Ist eine Ziffer zu viel?`,
  isNoSource: ({ sources }) => `muss eines von diesen sein: ${sources.join(', ')}, oder wegbleiben`,
  hasControls: () => 'darf keine Steuerzeichen enthalten',
  mustBeOneOf: ({ choices }, { or }) => `muss ${or(choices)} sein`,
  isNoHarvestYear: ({ isSplit }) => `muss ein Erntejahr wie 2026${isSplit ? ' oder 2026/27' : ''} sein`,
  mustBePositive: () => 'muss größer als 0 sein',
  standsTwice: () => 'steht hier zweimal',
}
