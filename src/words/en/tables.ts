import type { Wording, Writing } from '../writing.ts'
export type DateOrder = 'day first' | 'month first'

/** Titles of a column in templates of other languages. */
export type Titles = { de: string; fr: string }

/** A column of an import: as programs name it, and by its title. */
export interface NamedColumn {
  name: string
  title: string
  titles?: Titles
}

const titlesOf = (columns: NamedColumn[]) => columns.map(({ title }) => title).join(', ')

export const tables = {
  isRough: ({ column, value }: { column: string; value: string }) =>
    `${column}: ${value} is not exact, and is entered as if it were.`,
  columnIsWrong: ({ column, reason }: { column: string; reason: Wording }, { messages }: Writing) =>
    `${column}: ${messages([reason])}`,
  isAsideOfTable: ({ text }: { text: string }) =>
    `“${text}” stands before a sum, or is printed beside the table: left out.`,
  cellIsTooLong: ({ characters, limit }: { characters: number; limit: number }, { figure }: Writing) =>
    `has ${figure(characters)} characters; a cell may have ${figure(limit)}`,
  isFailedFormula: () =>
    'is what a spreadsheet shows for a formula that failed, or for a column that is too narrow',
  hasOtherEncoding: () => 'has characters that are not in the encoding of the file: save it as “CSV UTF-8”',
  hasTooManyCells: ({ cells, columns }: { cells: number; columns: number }) =>
    `has ${cells} cells, and the header ${columns}: put a cell with the delimiter in it into quotation marks`,
  quoteIsMisplaced: () =>
    'has a quotation mark in the wrong place: a cell with one begins and ends with a quotation mark, and has it twice within',
  quoteIsOpen: () => 'begins a cell with a quotation mark that is never closed',
  rowHasTooManyCells: ({ limit }: { limit: number }, { figure }: Writing) =>
    `has more than ${figure(limit)} cells`,
  rowIsTooLong: ({ millions }: { millions: number }) => `is longer than ${millions} million characters`,
  dateIsAmbiguous: ({ one, other, order }: { one: string; other: string; order: DateOrder }) =>
    `can be read as ${one} and as ${other}, and other dates of the file have the ${order}: write it as one of these`,
  isNoTableDate: ({ example }: { example: string }) => `must be a date such as 2026-08-14 or ${example}`,
  orMonth: ({ reason }: { reason: Wording }, { messages }: Writing) =>
    `${messages([reason])}, or a month such as 10/2026`,
  numberIsAmbiguous: ({ whole, decimals }: { whole: string; decimals: string }) =>
    `can be read as ${whole}${decimals} and as ${whole}.${decimals}, and the file has numbers of both kinds: write it without the mark, or with four decimals`,
  isNoNumber: () => 'must be a number',
  isNoFigure: ({ unit }: { unit: string }) => `must be a number, in ${unit}`,
  yearIsAmbiguous: ({ first, second }: { first: string; second: string }) =>
    `can be the harvest of ${first} and that of ${second}: write one year`,
  needsUnit: ({ value, unit }: { value: number; unit: string }) => `needs a unit, such as ${value} ${unit}`,
  unitIsUnknown: ({ unit }: { unit: string }) => `is in a unit that is not known here: ${unit}`,
  hasNoColumn: ({ title }: { title: string; titles?: Titles }) => `has no column “${title}”`,
  hasColumnTwice: ({
    title,
    first,
    second,
  }: {
    title: string
    titles?: Titles
    first: string
    second: string
  }) => `has two columns for “${title}”: ${first}, ${second}`,
  columnUnitIsUnknown: ({ column, unit }: { column: string; unit: string }) =>
    `has the column “${column}” in a unit that is not known here: ${unit}`,
  isNoColumnOfFile: ({ header }: { header: string }) => `is no column of the file: ${header}`,
  isNoColumnOfImport: ({ columns }: { columns: string[] }) =>
    `is no column of this import: it has ${columns.join(', ')}`,
  columnHasNoName: ({ letters }: { letters: string }) => `column ${letters}, without a name`,
  andMore: ({ count }: { count: number }, { figure }: Writing) => `and ${figure(count)} more`,
  sentence: ({ text }: { text: Wording }, { messages }: Writing) => `${messages([text])}.`,
  unitIsOpen: ({ column, example }: { column: string; example: string }) =>
    `“${column}” has ${example}, and nothing says in which unit`,
  decimalsAreOpen: ({
    column,
    example,
    one,
    other,
  }: {
    column: string
    example: string
    one: string
    other: string
  }) => `“${column}” has ${example}, which is ${one} or ${other}`,
  dateOrderIsOpen: ({ column, example }: { column: string; example: string }) =>
    `“${column}” has ${example}, in which the day or the month may come first`,
  yearIsOpen: ({ column, example }: { column: string; example: string }) =>
    `“${column}” has ${example}, which can be the harvest of either year`,
  columnIsUnread: ({ header, columns }: { header: string; columns: NamedColumn[] }) =>
    `“${header}” is not read, and looks like ${columns.map(({ name }) => name).join(' or ')}, which the file has not`,
  encodingIsOpen: () =>
    'The letters of the file are not in UTF-8, and nothing says in which encoding they are',
  sheetHasNoHeader: ({ sheet }: { sheet: string }) => `The sheet “${sheet}” has no header that is known here`,
  looksLikeDiary: ({ headers }: { headers: string[] }) =>
    `The file looks like a diary of field work, which is not kept here: it has ${headers
      .map((header) => `“${header}”`)
      .join(
        ', ',
      )}. What is read are lists of fields, of stores with their bays, of stock in bays, of crops in fields, of expected yields and of split fields; loads; maps of boundaries`,
  leaveItOut: () => 'leave it out',
  readWithoutThese: () => 'read it without these columns',
  dateOrder: ({ order }: { order: DateOrder }) => order,
  questionIsOpen: ({ question }: { question: Wording }, { messages }: Writing) =>
    `${messages([question])}. Say so in “mapping”, and send the file again.`,
  questionsAreOpen: ({ count }: { count: number }) =>
    `${count} things of the file are not clear: answer them in “mapping”, and send the file again.`,
  tableIsEmpty: ({ columns }: { columns: NamedColumn[] }) =>
    `is empty; one of its first 20 rows must name the columns: ${titlesOf(columns)}`,
  headerIsUnknown: ({ columns }: { columns: NamedColumn[] }) =>
    `has no header that is known here; one of its first 20 rows must name the columns: ${titlesOf(columns)}`,
  fileHasTooManyColumns: ({ limit }: { limit: number }, { figure }: Writing) =>
    `has more than ${figure(limit)} columns: delete those that are not needed`,
  fileHasTooManyRows: ({ limit }: { limit: number }, { figure }: Writing) =>
    `has more than ${figure(limit)} rows: send it in parts, the earliest first`,
  hasTooManyWords: ({ limit }: { limit: number }) => `are more than ${limit} with those that are kept`,
  isNameAlready: ({ word }: { word: string }) =>
    `has a word that is a name here already, and stays that: ${word}`,
  isNothingOfYours: ({ given }: { given: string }) => `is nothing of yours: ${given}`,
  wordWasForgotten: ({ word }: { word: string }) => `“${word}” is not read as anything else from now on.`,
  isNoJson: () => 'must be JSON',
  hasUnwritableText: () => 'has text that cannot be kept',
  rowNumber: () => 'Row number',
  whatIsWrong: () => 'What is wrong',
  timeIsAmbiguous: ({ one, other }: { one: string; other: string }) =>
    `can be ${one} and ${other}: write it as one of these`,
  isNoTime: () => 'must be a time such as 14:05 or 2:05 PM',
}
