import type { Operations, StorageContract } from '../../api/operations.ts'
import { dayOf, isDay } from '../../i18n/days.ts'
import type { Language } from '../../i18n/languages.ts'
import { parsePercentage, parseStock, typedMeasure, typedStock } from '../../i18n/numbers.ts'
import { readMatrix, typedRows, type TypedRow } from './matrix.ts'

/** A contract as it is typed. */
export interface ContractDraft {
  owner: string
  reference: string
  /** Commodity and type, with a point between; '' is none yet. */
  grain: string
  /** '0' is any grade. */
  grade: string
  varieties: string
  start: string
  /** '' is no end. */
  end: string
  weight: string
  isCleaned: boolean
  isDried: boolean
  level: string
  matrix: TypedRow[]
  files: { id: string; name: string }[]
}

export const blankContract = (start: string): ContractDraft => ({
  owner: '',
  reference: '',
  grain: '',
  grade: '0',
  varieties: '',
  start,
  end: '',
  weight: '',
  isCleaned: false,
  isDried: false,
  level: '',
  matrix: [],
  files: [],
})

export function contractDraftOf(
  contract: StorageContract,
  language: Language,
  timeZone: string,
): ContractDraft {
  const { owner, details, inventory, varieties } = contract
  const { commodity, type, grade } = inventory.commodity
  const { cleaning, drying } = details.services
  const level = drying.preAgreedMoistureLevelPercentage
  return {
    owner: owner.name,
    reference: details.reference,
    grain: `${commodity.id}.${type.id}`,
    grade: String(grade.id),
    varieties: varieties.join(', '),
    start: dayOf(details.startDateUTC, timeZone),
    end: details.endDateUTC === null ? '' : dayOf(details.endDateUTC, timeZone),
    weight: typedStock(inventory.weight, language, commodity.id),
    isCleaned: cleaning.agreed,
    isDried: drying.agreed,
    level: level === 0 ? '' : typedMeasure(level, language),
    matrix: typedRows(drying.intakeSampleLossMatrix, language),
    files: details.files.map(({ id, name }) => ({ id, name })),
  }
}

/** The values of a draft, once all of it can be read. */
export interface Read {
  kg: number | undefined
  level: number | undefined
  matrix: ReturnType<typeof readMatrix>
  isReady: boolean
}

/** The commodity of the grain that was chosen, by which a bushel is one. */
export const commodityOfContract = ({ grain }: Pick<ContractDraft, 'grain'>) =>
  grain === '' ? undefined : Number(grain.split('.')[0])

export function readDraft(draft: ContractDraft, language: Language): Read {
  const weight = parseStock(draft.weight, language, { commodityId: commodityOfContract(draft) })
  const level = parsePercentage(draft.level, language)
  const matrix = readMatrix(draft.matrix, language)
  const kg = 'kg' in weight && weight.kg > 0 ? weight.kg : undefined
  const isLevelReady = 'value' in level || (!draft.isDried && level.fault === 'none')
  return {
    kg,
    level: 'value' in level ? level.value : undefined,
    matrix,
    isReady:
      draft.owner.trim() !== '' &&
      draft.grain !== '' &&
      isDay(draft.start) &&
      (draft.end === '' || isDay(draft.end)) &&
      kg !== undefined &&
      isLevelReady &&
      matrix.faults.length === 0,
  }
}

const varietiesOf = ({ varieties }: ContractDraft) =>
  varieties.split(',').flatMap((each) => each.trim() || [])

function servicesOf({ isCleaned, isDried }: ContractDraft, { level, matrix }: Read) {
  return {
    cleaning: { agreed: isCleaned },
    drying: {
      agreed: isDried,
      preAgreedMoistureLevelPercentage: level ?? null,
      intakeSampleLossMatrix: matrix.rows,
    },
  }
}

function grainOf({ grain, grade }: ContractDraft) {
  const [id = 0, type = 0] = grain.split('.').map(Number)
  return { id, type, grade: Number(grade) }
}

export function createBody(
  draft: ContractDraft,
  read: Read,
  ownerId: string,
): Operations['POST /api/inventory/contracts']['body'] {
  return {
    ownerOrganisationId: ownerId,
    ownerOrganisationName: draft.owner.trim(),
    details: {
      reference: draft.reference.trim(),
      startDateISO: draft.start,
      endDateISO: draft.end || null,
      files: draft.files,
      services: servicesOf(draft, read),
    },
    inventory: { weightKG: read.kg ?? 0, commodity: grainOf(draft), variety: varietiesOf(draft) },
  }
}

/** The days that stay are left out: an end at noon would become the end of its day. */
export function updateBody(
  draft: ContractDraft,
  read: Read,
  base: ContractDraft,
): Operations['PUT /api/inventory/contracts/{id}']['body'] {
  return {
    details: {
      reference: draft.reference.trim(),
      ...(draft.start !== base.start && { startDateUTC: draft.start }),
      ...(draft.end !== base.end && { endDateUTC: draft.end || null }),
      files: draft.files,
      services: servicesOf(draft, read),
    },
    inventory: {
      weight: read.kg ?? 0,
      commodity: { ...grainOf(draft), variety: varietiesOf(draft) },
    },
  }
}
