import type { ChargeKindName, ChargeUnitName, ScopeName } from '../charge-names.ts'
import type { Writing } from '../writing.ts'

const KINDS: Record<ChargeKindName, string> = {
  in: 'Taking in',
  out: 'Loading out',
  storage: 'Storage',
  drying: 'Drying',
  cleaning: 'Cleaning',
  sampling: 'Sampling',
  handling: 'Handling',
  minimum: 'Up to the minimum of the month',
}
const UNITS: Record<ChargeUnitName, string> = {
  t: 't',
  t_day: 't × days',
  t_point: 't × points',
  load: 'loads',
  month: 'month',
}
const SCOPES: Record<ScopeName, string> = {
  everybody: 'Everybody',
  partner: 'Partner',
  contract: 'Storage contract',
}

interface Charged {
  kind: ChargeKindName
  month: string
  grain: string
}
const chargeOf = ({ kind, month, grain }: Charged) => [KINDS[kind], grain, month].filter(Boolean).join(', ')

export const charges = {
  tariffScopeName: ({ scope }: { scope: ScopeName }) => SCOPES[scope],
  chargeStatusName: ({ status }: { status: 'draft' | 'closed' }) =>
    ({ draft: 'Draft', closed: 'Closed' })[status],
  chargeKindName: ({ kind }: { kind: ChargeKindName }) => KINDS[kind],
  lastIsBeforeFirst: () => 'is before the first one',
  isNoCurrency: ({ code }: { code: string }) => `is no currency of ISO 4217: ${code}`,
  tariffHasOneSubject: () => 'is not given together with a partner: a tariff is on one of them',
  tariffHasNoRate: () => 'is needed: a tariff has a rate, or a minimum',
  tariffBeginsBeforeFormer: ({ day }: { day: string }, { date }: Writing) =>
    `is not after ${date(day)}, when the last tariff here begins: a successor begins later`,
  isNeededOfRate: ({ kind }: { kind: ChargeKindName }) => `is needed for the rate “${KINDS[kind]}”`,
  isOfRateAlone: ({ kind }: { kind: ChargeKindName }) => `is for the rate “${KINDS[kind]}” alone`,
  tariffIsBilled: () =>
    'A closed statement of charges was reckoned by this tariff, so it stays. Let another begin after it instead.',
  tariffIsFollowed: () => 'Another tariff follows this one, so it stays. Delete the later one first.',
  tariffWasDeleted: () => 'The tariff was deleted; the one that it had ended goes on.',
  chargesAreOfOthers: () => 'is your own organisation; charges are for the grain of others',
  storesNothingHere: ({ given }: { given: string }) => `has never had grain in your stores: ${given}`,
  monthIsToCome: ({ month }: { month: string }) => `is still to come: ${month}`,
  chargesAreTooLong: ({ most }: { most: number }) => `is too late: a statement has at most ${most} months`,
  monthsAreOnStatement: ({ number }: { number: string }) =>
    `A statement of this owner has one of these months already: ${number === '' ? 'a draft' : `number ${number}`}. What was missing on it is a correction on the next one.`,
  monthIsNotOver: ({ month }: { month: string }) =>
    `The month ${month} is not over in your time zone. Close the statement when it is.`,
  nothingIsCharged: () =>
    'Nothing is charged in these months, so there is no statement to close. Is there a tariff for this owner?',
  chargesAreClosed: () =>
    'This statement of charges is closed and stays as it is. What has changed since is a correction on the next one.',
  chargesAreDraft: () => 'This statement of charges is a draft, which may still change. Close it first.',
  chargesWereDeleted: () => 'The draft was deleted; its months are free for another.',
  chargeInAccounts: ({
    quantity,
    unit,
    rate,
    divisor,
    ...of
  }: Charged & { quantity: string; unit: ChargeUnitName; rate: string; divisor: number }) =>
    `${chargeOf(of)}: ${quantity} ${UNITS[unit]}${divisor === 1 ? '' : ` / ${divisor}`} × ${rate}`,
  correctionInAccounts: ({ number, ...of }: Charged & { number: string }) =>
    `Correction of statement ${number}: ${chargeOf(of)}`,
}
