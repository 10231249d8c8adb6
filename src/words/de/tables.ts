import type { DateOrder, NamedColumn, tables as english } from '../en/tables.ts'
import type { SameAs } from '../writing.ts'

const ORDERS: Record<DateOrder, string> = { 'day first': 'zuerst der Tag', 'month first': 'zuerst der Monat' }

const titlesIn = (columns: NamedColumn[]) =>
  columns.map(({ title, titles }) => titles?.de ?? title).join(', ')

export const tables: SameAs<typeof english> = {
  isRough: ({ column, value }) =>
    `${column}: ${value} ist nicht genau und wird so eingetragen, als wäre es genau.`,
  columnIsWrong: ({ column, reason }, { messages }) => `${column}: ${messages([reason])}`,
  isAsideOfTable: ({ text }) => `„${text}“ steht vor einer Summe oder gehört nicht zur Tabelle: ausgelassen.`,
  cellIsTooLong: ({ characters, limit }, { figure }) =>
    `hat ${figure(characters)} Zeichen; eine Zelle darf ${figure(limit)} haben`,
  isFailedFormula: () =>
    'ist das, was eine Tabellenkalkulation bei einer fehlerhaften Formel oder einer zu schmalen Spalte zeigt',
  hasOtherEncoding: () =>
    'hat Zeichen, die nicht zur Kodierung der Datei passen: bitte als „CSV UTF-8“ speichern',
  hasTooManyCells: ({ cells, columns }, { figure }) =>
    `hat ${figure(cells)} Zellen, der Tabellenkopf ${figure(columns)}: Eine Zelle, in der das Trennzeichen vorkommt, gehört in Anführungszeichen`,
  quoteIsMisplaced: () =>
    'hat ein Anführungszeichen an der falschen Stelle: Eine Zelle mit einem Anführungszeichen beginnt und endet mit einem, und innen steht es doppelt',
  quoteIsOpen: () => 'beginnt eine Zelle mit einem Anführungszeichen, das nie geschlossen wird',
  rowHasTooManyCells: ({ limit }, { figure }) => `hat mehr als ${figure(limit)} Zellen`,
  rowIsTooLong: ({ millions }, { figure }) => `ist länger als ${figure(millions)} Millionen Zeichen`,
  dateIsAmbiguous: ({ one, other, order }, { date }) =>
    `kann ${date(one)} und ${date(other)} heißen, und in anderen Daten der Datei steht ${ORDERS[order]}: bitte als ${one} oder ${other} schreiben`,
  isNoTableDate: ({ example }) => `muss ein Datum sein, etwa 2026-08-14 oder ${example}`,
  orMonth: ({ reason }, { messages }) => `${messages([reason])}, oder ein Monat, etwa 10/2026`,
  numberIsAmbiguous: ({ whole, decimals }) =>
    `kann ${whole}${decimals} und ${whole},${decimals} heißen, und die Datei hat Zahlen beider Art: bitte ohne Trennzeichen schreiben oder mit vier Nachkommastellen`,
  isNoNumber: () => 'muss eine Zahl sein',
  isNoFigure: ({ unit }) => `muss eine Zahl in ${unit} sein`,
  yearIsAmbiguous: ({ first, second }) =>
    `kann die Ernte ${first} und die Ernte ${second} sein: bitte nur ein Jahr schreiben`,
  needsUnit: ({ value, unit }, { figure }) => `braucht eine Einheit, etwa ${figure(value)} ${unit}`,
  unitIsUnknown: ({ unit }) => `hat eine Einheit, die hier nicht bekannt ist: ${unit}`,
  hasNoColumn: ({ title, titles }) => `hat keine Spalte „${titles?.de ?? title}“`,
  hasColumnTwice: ({ title, titles, first, second }) =>
    `hat zwei Spalten für „${titles?.de ?? title}“: ${first}, ${second}`,
  columnUnitIsUnknown: ({ column, unit }) =>
    `hat die Spalte „${column}“ in einer Einheit, die hier nicht bekannt ist: ${unit}`,
  isNoColumnOfFile: ({ header }) => `ist keine Spalte der Datei: ${header}`,
  isNoColumnOfImport: ({ columns }) => `ist keine Spalte dieses Imports, er hat: ${columns.join(', ')}`,
  columnHasNoName: ({ letters }) => `Spalte ${letters}, ohne Namen`,
  andMore: ({ count }, { counted, figure }) =>
    counted(count, { one: 'und eine weitere', other: `und ${figure(count)} weitere` }),
  sentence: ({ text }, { messages }) => `${messages([text])}.`,
  unitIsOpen: ({ column, example }) => `In „${column}“ steht ${example}, und nichts sagt, in welcher Einheit`,
  decimalsAreOpen: ({ column, example, one, other }, { figure }) =>
    `In „${column}“ steht ${example}, das ist ${figure(Number(one))} oder ${figure(Number(other))}`,
  dateOrderIsOpen: ({ column, example }) =>
    `In „${column}“ steht ${example}, wo der Tag oder der Monat vorn stehen kann`,
  yearIsOpen: ({ column, example }) =>
    `In „${column}“ steht ${example}, das kann die Ernte des einen oder des anderen Jahres sein`,
  columnIsUnread: ({ header, columns }, { or }) =>
    `„${header}“ wird nicht gelesen und sieht aus wie ${or(
      columns.map(({ title, titles }) => titles?.de ?? title),
    )}, was die Datei nicht hat`,
  encodingIsOpen: () =>
    'Die Buchstaben der Datei sind nicht in UTF-8, und nichts sagt, in welcher Kodierung sie sind',
  sheetHasNoHeader: ({ sheet }) => `Das Blatt „${sheet}“ hat keinen Tabellenkopf, der hier bekannt ist`,
  looksLikeDiary: ({ headers }) =>
    `Die Datei sieht aus wie eine Ackerschlagkartei, und die wird hier nicht geführt: Sie hat ${headers
      .map((header) => `„${header}“`)
      .join(
        ', ',
      )}. Gelesen werden Listen von Schlägen, von Lagern mit ihren Boxen, von Bestand in Boxen, von Kulturen auf Schlägen, von erwarteten Erträgen und von geteilten Schlägen; Fuhren; Karten mit Grenzen`,
  leaveItOut: () => 'auslassen',
  readWithoutThese: () => 'ohne diese Spalten lesen',
  dateOrder: ({ order }) => ORDERS[order],
  questionIsOpen: ({ question }, { messages }) =>
    `${messages([question])}. Bitte in „mapping“ angeben und die Datei noch einmal senden.`,
  questionsAreOpen: ({ count }, { figure }) =>
    `An der Datei sind ${figure(count)} Dinge nicht klar: bitte in „mapping“ beantworten und die Datei noch einmal senden.`,
  tableIsEmpty: ({ columns }) =>
    `ist leer; eine der ersten 20 Zeilen muss die Spalten nennen: ${titlesIn(columns)}`,
  headerIsUnknown: ({ columns }) =>
    `hat keinen Tabellenkopf, der hier bekannt ist; eine der ersten 20 Zeilen muss die Spalten nennen: ${titlesIn(columns)}`,
  fileHasTooManyColumns: ({ limit }, { figure }) =>
    `hat mehr als ${figure(limit)} Spalten: bitte die löschen, die nicht gebraucht werden`,
  fileHasTooManyRows: ({ limit }, { figure }) =>
    `hat mehr als ${figure(limit)} Zeilen: bitte in Teilen senden, die frühesten zuerst`,
  hasTooManyWords: ({ limit }, { figure }) => `sind mit den gespeicherten mehr als ${figure(limit)}`,
  isNameAlready: ({ word }) => `hat ein Wort, das hier schon ein Name ist und es bleibt: ${word}`,
  isNothingOfYours: ({ given }) => `gibt es bei Ihnen nicht: ${given}`,
  wordWasForgotten: ({ word }) => `„${word}“ wird von jetzt an nicht mehr anders gelesen.`,
  isNoJson: () => 'muss JSON sein',
  hasUnwritableText: () => 'hat Text, der nicht gespeichert werden kann',
  rowNumber: () => 'Zeilennummer',
  whatIsWrong: () => 'Was nicht stimmt',
  timeIsAmbiguous: ({ one, other }) => `kann ${one} Uhr und ${other} Uhr heißen: bitte so schreiben`,
  isNoTime: () => 'muss eine Uhrzeit sein, etwa 14:05',
}
