import { compareMoney, lessMoney } from '../../kernel/money.ts'

/**
 * Statements of charges in the import columns of programs for accounts, as pure functions. Each line is one of quantity 1, as the programs multiply by
 * themselves and would round otherwise. Amounts are without VAT, which the program adds by the tariff's code.
 */

export const accountingPrograms = ['xero', 'sage', 'quickbooks', 'datev'] as const
export type AccountingProgram = (typeof accountingPrograms)[number]

/** A line as accounts have it. */
export interface AccountLine {
  description: string
  amount: string
  currency: string
  vatCode: string
}

/** A closed statement as accounts have it. */
export interface AccountDocument {
  number: string
  customer: string
  customerAccount: string
  account: string
  /** As 2026-08-14. */
  day: string
  dueDay: string
  lines: AccountLine[]
}

interface AccountTable {
  delimiter: ',' | ';'
  /** The first row of the file. */
  head: string[]
  rows: string[][]
}

const XERO =
  '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,' +
  '*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,' +
  'TrackingOption2,Currency,BrandingTheme'
const SAGE =
  'Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount,Exchange Rate,Extra Reference,User Name,' +
  'Project Refn,Cost Code Refn'
const QUICKBOOKS =
  '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,ItemTaxCode,' +
  'ItemTaxAmount,Currency,Service Date'
const DATEV =
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;' +
  'Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext'

/** Puts a statement into the columns of a program. */
export function accountTable(program: AccountingProgram, document: AccountDocument): AccountTable {
  return tables[program](document)
}

const tables: Record<AccountingProgram, (document: AccountDocument) => AccountTable> = {
  xero: (document) => commas(XERO, document, xeroCells),
  sage: (document) => commas(SAGE, document, sageCells),
  quickbooks: (document) => commas(QUICKBOOKS, document, quickbooksCells),
  datev: (document) => ({
    delimiter: ';',
    head: datevHead(document),
    rows: [DATEV.split(';'), ...document.lines.map((line) => datevCells(document, line))],
  }),
}

type Cells = (document: AccountDocument, line: AccountLine) => Record<string, string>

function commas(header: string, document: AccountDocument, cells: Cells): AccountTable {
  const head = header.split(',')
  const rows = document.lines.map((line) => {
    const named = cells(document, line)
    return head.map((name) => named[name] ?? '')
  })
  return { delimiter: ',', head, rows }
}

/** A program takes an invoice in one currency, so that of each has a number of its own. */
function numberOf({ number, lines }: AccountDocument, { currency }: AccountLine): string {
  return lines.some((line) => line.currency !== currency) ? `${number}-${currency}` : number
}

/** 2026-08-14 as 14/08/2026. */
function british(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date}/${month}/${year}`
}

const xeroCells: Cells = (document, line) => ({
  '*ContactName': document.customer,
  '*InvoiceNumber': numberOf(document, line),
  '*InvoiceDate': british(document.day),
  '*DueDate': british(document.dueDay),
  '*Description': line.description,
  '*Quantity': '1',
  '*UnitAmount': line.amount,
  '*AccountCode': document.account,
  '*TaxType': line.vatCode,
  Currency: line.currency,
})

/** Sage has credits as documents of their own, with an amount above 0. */
const sageCells: Cells = (document, line) => ({
  Type: isCredit(line) ? 'SC' : 'SI',
  'Account Reference': document.customerAccount,
  'Nominal A/C Ref': document.account,
  Date: british(document.day),
  Reference: numberOf(document, line),
  Details: line.description.slice(0, 60),
  'Net Amount': size(line),
  'Tax Code': line.vatCode,
  'Tax Amount': '0.00',
  'Extra Reference': line.currency,
})

const quickbooksCells: Cells = (document, line) => ({
  '*InvoiceNo': numberOf(document, line),
  '*Customer': document.customer,
  '*InvoiceDate': british(document.day),
  '*DueDate': british(document.dueDay),
  'Item(Product/Service)': document.account,
  ItemDescription: line.description,
  ItemQuantity: '1',
  ItemRate: line.amount,
  '*ItemAmount': line.amount,
  ItemTaxCode: line.vatCode,
  Currency: line.currency,
})

/** The line before the headings: a batch of entries (21) of version 13, in a year that begins in January. */
function datevHead({ day, number, account, lines }: AccountDocument): string[] {
  const compact = day.replaceAll('-', '')
  const head = Array.from({ length: 31 }, () => '')
  const cells: Record<number, string> = {
    1: 'EXTF',
    2: '700',
    3: '21',
    4: 'Buchungsstapel',
    5: '13',
    6: `${compact}000000000`,
    13: `${compact.slice(0, 4)}0101`,
    14: String(Math.min(Math.max(account.length, 4), 8)),
    15: compact,
    16: compact,
    17: number.slice(0, 30),
    19: '1',
    21: '0',
    22: lines[0]?.currency ?? '',
  }
  return head.map((_cell, index) => cells[index + 1] ?? '')
}

function datevCells(document: AccountDocument, line: AccountLine): string[] {
  const [, month = '', date = ''] = document.day.split('-')
  const { number, customerAccount, account } = document
  return [
    size(line).replace('.', ','),
    isCredit(line) ? 'H' : 'S',
    line.currency,
    '',
    '',
    '',
    customerAccount,
    account,
    line.vatCode,
    `${date}${month}`,
    number.slice(0, 36),
    '',
    '',
    line.description.slice(0, 60),
  ]
}

function isCredit({ amount }: AccountLine): boolean {
  return compareMoney(amount, '0') < 0
}

/** The amount without its sign. */
function size(line: AccountLine): string {
  return isCredit(line) ? lessMoney('0', line.amount, line.currency) : line.amount
}
