import type { Static } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { FileRefInput } from '../../http/validate/schema.ts'
import { dateFault, fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { parseInstant, parseInstantEnd } from '../../kernel/time.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import type { CommodityKind } from '../../system/commodities/schema.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { commodityFaults, knownCommodity } from '../records/commodity.ts'
import { message } from '../../words/catalogue.ts'
import { matrixFaults, OPEN_END, sortMatrix, toThousandth, type LossRow } from './rules.ts'
import type { ServicesInput } from './schema.ts'

/** Terms of a contract, as they are stored. */
export interface Terms {
  reference: string
  startAt: Date
  endAt: Date
  fileIds: string[]
  weightGrams: number
  kind: CommodityKind
  commodityId: number
  typeId: number
  /** Null where any grade may come. */
  gradeId: number | null
  /** Empty where any may come. */
  varieties: string[]
  tagIds: number[]
  cleaningAgreed: boolean
  dryingAgreed: boolean
  dryingLevelPercentage: number | null
  dryingMatrix: LossRow[]
}

/** Terms that a body asks for. Those it leaves out stay as agreed, or, in a new contract, are not agreed. */
export interface AskedTerms {
  reference?: string | null | undefined
  start?: string | undefined
  end?: string | null | undefined
  files?: Static<typeof FileRefInput>[] | null | undefined
  services?: ServicesInput | null | undefined
  weightKilograms?: number | undefined
  commodity?: { id: number; type: number; grade?: number | null; tags?: number[] } | undefined
  varieties?: string[] | null | undefined
}

/** Paths of the fields that bodies name differently. */
export interface TermPaths {
  start: string
  end: string
  weight: string
}

const NOTHING_AGREED = {
  reference: '',
  fileIds: [],
  gradeId: null,
  varieties: [],
  tagIds: [],
  ...noServices(),
}

function noServices() {
  return {
    cleaningAgreed: false,
    dryingAgreed: false,
    dryingLevelPercentage: null,
    dryingMatrix: [] as LossRow[],
  }
}

/**
 * The terms that a body makes of what is agreed so far.
 *
 * @throws Refusal every fault at once, with `others` found before: dates, files, matrix, commodity, weight
 */
export async function resolveTerms(
  trx: Transaction,
  actor: Actor,
  asked: AskedTerms,
  { agreed, paths, others }: { agreed?: Terms; paths: TermPaths; others: Fault[] },
): Promise<Terms> {
  const startAt = asked.start === undefined ? agreed?.startAt : parseInstant(asked.start, actor.timeZone)
  const endAt = endOf(asked.end, agreed, actor.timeZone)
  const weightGrams =
    asked.weightKilograms === undefined
      ? (agreed?.weightGrams ?? 0)
      : gramsFromKilograms(asked.weightKilograms)
  const services = servicesOf(asked.services, agreed ?? noServices())
  refuseFaults([
    ...others,
    ...dateFaults(startAt, endAt, paths),
    ...(await ownFileFaults(trx, actor, asked.files ?? [], agreed?.fileIds)),
    ...serviceFaults(services),
    ...(weightGrams > 0 ? [] : [fault(paths.weight, message('isNotAbove', { limit: 0 }), 'minimum')]),
    ...commodityFaultsOf(asked),
  ])
  if (!startAt || !endAt) throw new Error('unreachable: bad dates were refused')
  return {
    ...(agreed ?? NOTHING_AGREED),
    ...commodityOf(asked, agreed),
    ...services,
    dryingMatrix: sortMatrix(services.dryingMatrix),
    startAt,
    endAt,
    weightGrams,
    ...(asked.reference !== undefined && { reference: asked.reference?.trim() ?? '' }),
    ...(asked.files !== undefined && { fileIds: [...new Set((asked.files ?? []).map(({ id }) => id))] }),
    ...(asked.varieties !== undefined && { varieties: distinct(asked.varieties ?? []) }),
  }
}

/** When a contract is to end. One that names no end, or null, has none; undefined where it is no date. */
function endOf(
  end: string | null | undefined,
  agreed: Terms | undefined,
  timeZone: string,
): Date | undefined {
  if (end === undefined && agreed) return agreed.endAt
  return end === undefined || end === null ? OPEN_END : parseInstantEnd(end, timeZone)
}

function dateFaults(startAt: Date | undefined, endAt: Date | undefined, paths: TermPaths): Fault[] {
  return [
    ...(startAt ? [] : [dateFault(paths.start)]),
    ...(endAt ? [] : [dateFault(paths.end)]),
    ...(startAt && endAt && endAt < startAt
      ? [fault(paths.end, message('isBeforeContract', {}), 'minimum')]
      : []),
  ]
}

async function ownFileFaults(
  trx: Transaction,
  actor: Actor,
  files: Static<typeof FileRefInput>[],
  attached: string[] | undefined,
): Promise<Fault[]> {
  const ids = files.map(({ id }) => id)
  return fileFaults(
    'details.files',
    files,
    await findAttachableFiles(trx, actor.organisationId, ids, attached),
  )
}

type Services = Pick<Terms, 'cleaningAgreed' | 'dryingAgreed' | 'dryingLevelPercentage' | 'dryingMatrix'>

function servicesOf(asked: ServicesInput | null | undefined, agreed: Services): Services {
  const { drying, cleaning } = asked ?? {}
  const level = drying?.preAgreedMoistureLevelPercentage
  const matrix = drying?.intakeSampleLossMatrix
  return {
    cleaningAgreed: cleaning?.agreed ?? agreed.cleaningAgreed,
    dryingAgreed: drying?.agreed ?? agreed.dryingAgreed,
    dryingLevelPercentage: level === undefined ? agreed.dryingLevelPercentage : levelOf(level),
    dryingMatrix: matrix === undefined ? agreed.dryingMatrix : (matrix ?? []).map(rounded),
  }
}

/** 0 is how an answer shows a level that was not agreed: sent back, it stays none. Nobody dries grain to nothing. */
function levelOf(level: number | null): number | null {
  return toThousandth(level ?? 0) || null
}

function rounded(row: LossRow): LossRow {
  return {
    moistureMinPercentage: toThousandth(row.moistureMinPercentage),
    moistureMaxPercentage: toThousandth(row.moistureMaxPercentage),
    weightLossPercentage: toThousandth(row.weightLossPercentage),
  }
}

function serviceFaults({ dryingAgreed, dryingLevelPercentage: level, dryingMatrix }: Services): Fault[] {
  const drying = 'details.services.drying'
  const at = `${drying}.preAgreedMoistureLevelPercentage`
  return [
    ...(dryingAgreed && level === null ? [fault(at, message('dryingNeedsLevel', {}), 'required')] : []),
    ...(level !== null && level >= 100 ? [fault(at, message('isNotBelow', { limit: 100 }), 'maximum')] : []),
    ...matrixFaults(dryingMatrix, `${drying}.intakeSampleLossMatrix`),
  ]
}

function commodityFaultsOf({ commodity }: AskedTerms): Fault[] {
  if (!commodity) return []
  return commodityFaults(commodity, findCommodity(commodity.id)?.kind ?? 'crop', 'inventory.commodity')
}

function commodityOf({ commodity }: AskedTerms, agreed: Terms | undefined) {
  if (!commodity) {
    if (!agreed) throw new Error('a new contract has a commodity')
    const { kind, commodityId, typeId } = agreed
    return { kind, commodityId, typeId }
  }
  const { commodityId, typeId, gradeId, tagIds } = knownCommodity(commodity)
  // Grade and varieties are of a type, and do not outlive it.
  const isOther = commodityId !== agreed?.commodityId || typeId !== agreed.typeId
  return {
    kind: findCommodity(commodityId)?.kind ?? 'crop',
    commodityId,
    typeId,
    ...(isOther ? { gradeId, varieties: [] } : commodity.grade !== undefined && { gradeId }),
    ...(commodity.tags !== undefined && { tagIds }),
  }
}

/** Each variety once, as it is written first: those that differ by case alone are one. */
function distinct(varieties: string[]): string[] {
  const tidy = varieties.map(tidied).filter((each) => each !== '')
  return [...Map.groupBy(tidy, nameKey).values()].flatMap(([first]) => first ?? [])
}

/** The terms as columns. */
export function termColumns(terms: Terms) {
  return {
    reference: terms.reference,
    start_at: terms.startAt,
    end_at: terms.endAt,
    file_ids: terms.fileIds,
    weight_grams: terms.weightGrams,
    kind: terms.kind,
    commodity_id: terms.commodityId,
    type_id: terms.typeId,
    grade_id: terms.gradeId,
    varieties: terms.varieties,
    tag_ids: terms.tagIds,
    cleaning_agreed: terms.cleaningAgreed,
    drying_agreed: terms.dryingAgreed,
    drying_level_percentage: terms.dryingLevelPercentage,
    drying_matrix: JSON.stringify(terms.dryingMatrix),
  }
}
