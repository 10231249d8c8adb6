import { Refused, sendForm } from '../../api/client.ts'
import type { FileImportResult, ImportMapping, ImportTable } from '../../api/operations.ts'
import { mappingOf, type ImportDraft } from './draft.ts'

/** A question that the service asks about a file before it reads it. */
export interface Question {
  question: string
  column: string
  header: string
  message: string
  examples: string[]
  choices: { text: string; mapping: ImportMapping }[]
}

/** The result of trying a file: what it would enter; or what it leaves open, or why it cannot be read. */
export interface Tried {
  result?: FileImportResult
  questions: Question[]
  table?: ImportTable
  mapping?: ImportMapping
  error?: unknown
}

/** Asks what the service would make of a file. Nothing is entered. */
export async function tryFile(draft: ImportDraft, file: Blob): Promise<Tried> {
  try {
    const result = (await sendForm(pathOf(draft, true), formOf(draft, file))) as FileImportResult
    return { result, questions: [], table: result.table, mapping: result.mapping }
  } catch (error) {
    return { ...askedIn(error), error }
  }
}

/** Reads the questions and the table of the file from a refusal. */
export function askedIn(error: unknown): Omit<Tried, 'result'> {
  if (!(error instanceof Refused)) return { questions: [] }
  // Its shape is that of `askedBack` in the service, which its document does not name.
  const { questions = [], table, mapping } = (error.fault?.body ?? {}) as Partial<Tried>
  return { questions, ...(table && { table }), ...(mapping && { mapping }) }
}

function formOf(draft: ImportDraft, file: Blob): FormData {
  const mapping = mappingOf(draft)
  const form = new FormData()
  if (Object.keys(mapping).length > 0) form.append('mapping', JSON.stringify(mapping))
  form.append('file', file, draft.name)
  return form
}

function pathOf(
  {
    kind,
    stocktakeId,
    creates,
    confirmed,
    mayUpdate,
    sameNumber,
    isClosedDayLate,
    isDayAloneAtEnd,
  }: ImportDraft,
  isDryRun: boolean,
): string {
  const query = new URLSearchParams({ dryRun: String(isDryRun) })
  if (stocktakeId !== undefined) query.set('stocktakeId', stocktakeId)
  if (creates.length > 0) query.set('create', creates.join(','))
  if (confirmed.length > 0) query.set('confirm', confirmed.join(','))
  if (mayUpdate) query.set('update', 'true')
  if (isDayAloneAtEnd) query.set('dayAlone', 'end')
  if (isClosedDayLate) query.set('closedDays', 'late')
  if (sameNumber) query.set('sameNumber', sameNumber)
  return `/api/inventory/imports/${kind}?${query}`
}

/** Enters a file, as it is mended and read by now, and answers the import that it became. With one key it is entered once. */
export async function enterFile(draft: ImportDraft, file: Blob, key: string): Promise<string> {
  const entered = await sendForm(pathOf(draft, false), formOf(draft, file), key)
  return (entered as FileImportResult).importId
}
