import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { drawPdf } from '../../http/pdf/draw.ts'
import type { Paper } from '../../http/pdf/sheet.ts'
import { isId } from '../../kernel/ids.ts'
import { noonOf } from '../../kernel/time.ts'
import { commodityNameFor } from '../../system/commodities/served-names.ts'
import type { Language } from '../../words/languages.ts'
import { paperWordsIn } from '../../words/papers.ts'
import { penOf } from '../papers/layout/drawn.ts'
import { getLetterhead } from '../papers/letterhead.ts'
import { issuerOf } from '../papers/load-facts.ts'
import { unissued } from '../papers/print.ts'
import { findPartners } from '../partners/known-partners.ts'
import { readReport, reportFileName } from './queries.ts'
import { reportSheet } from './report-sheet.ts'
import type { ReportQuery } from './schema.ts'

/**
 * A report as a paper, in a language and in the units of the organisation. It is not kept.
 *
 * @throws Refusal `invalid_input`, as the report itself
 */
export async function reportPaper(
  db: Kysely<Tables>,
  caller: Actor,
  query: ReportQuery,
  language: Language,
): Promise<Paper> {
  const actor = { ...caller, language }
  const report = await readReport(db, actor, query)
  const issuer = issuerOf(actor)
  const pen = penOf(language, issuer, await getLetterhead(db, actor), unissued(actor))
  const filters = await filtersOf(db, actor, query)
  const noon = (day: string) => noonOf(day, actor.timeZone)
  return {
    fileName: `${reportFileName(language, report)}.pdf`,
    print: () => drawPdf(reportSheet(pen, { report, filters, noon, actor })),
  }
}

/** Names of what the report is narrowed to. */
async function filtersOf(
  db: Kysely<Tables>,
  actor: Actor,
  { kind, commodityId, storageId, partnerId }: ReportQuery,
): Promise<string[]> {
  const words = paperWordsIn(actor.language)
  const isOfOwners = kind === 'owners' || kind === 'losses'
  const named: [word: string, name: string | undefined][] = [
    [words.grain, commodityId === undefined ? undefined : commodityNameFor(actor, commodityId)],
    [kind === 'season' ? words['figure field'] : words.reportStore, await storeName(db, actor, storageId)],
    [isOfOwners ? words.owner : words['figure partner'], await partnerName(db, actor, partnerId)],
  ]
  return named.flatMap(([word, name]) => (name === undefined ? [] : [`${word}: ${name}`]))
}

async function storeName(db: Kysely<Tables>, { organisationId }: Actor, id: string | undefined) {
  if (id === undefined) return undefined
  const store = isId(id)
    ? await db
        .selectFrom('storages')
        .select('name')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  return store?.name ?? id
}

async function partnerName(db: Kysely<Tables>, actor: Actor, id: string | undefined) {
  if (id === undefined) return undefined
  if (id === actor.organisationId) return actor.organisationName
  const [found] = await findPartners(db, actor, [{ id, name: '' }])
  return found?.name || id
}
