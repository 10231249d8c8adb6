import type { charges as english } from '../en/charges.ts'
import type { Examples } from '../writing.ts'

const charged = { kind: 'storage', month: '2026-08', grain: 'Wheat' } as const

export const charges: Examples<typeof english> = {
  tariffScopeName: { scope: 'contract' },
  chargeStatusName: { status: 'draft' },
  chargeKindName: { kind: 'drying' },
  lastIsBeforeFirst: {},
  isNoCurrency: { code: 'XYZ' },
  tariffHasOneSubject: {},
  tariffHasNoRate: {},
  tariffBeginsBeforeFormer: { day: '2026-07-01' },
  isNeededOfRate: { kind: 'storage' },
  isOfRateAlone: { kind: 'drying' },
  tariffIsBilled: {},
  tariffIsFollowed: {},
  tariffWasDeleted: {},
  chargesAreOfOthers: {},
  storesNothingHere: { given: 'hill-farm' },
  monthIsToCome: { month: '2026-11' },
  chargesAreTooLong: { most: 36 },
  monthsAreOnStatement: { number: '12' },
  monthIsNotOver: { month: '2026-08' },
  nothingIsCharged: {},
  chargesAreClosed: {},
  chargesAreDraft: {},
  chargesWereDeleted: {},
  chargeInAccounts: { ...charged, quantity: '1234.5', unit: 't_day', rate: '0.35', divisor: 7 },
  correctionInAccounts: { ...charged, number: '12' },
}
