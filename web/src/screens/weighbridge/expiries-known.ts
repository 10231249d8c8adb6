import type { Operations } from '../../api/operations.ts'
import { plateKey } from './plates.ts'

type Partner = Operations['GET /api/inventory/partners']['result']['docs'][number]

/** An assurance or a declaration that has ended or ends soon, and whose it is. */
export interface KnownExpiry {
  partner: string
  isHaulier: boolean
  scheme: string
  untilISO: string
  isExpired: boolean
}

/**
 * Finds what ends of the partner that is typed and of the haulier, by the rule of rules.md §22: what covers haulage matters to the haulier,
 * what covers a farm or a merchant to the partner, what covers all to both. The partner whose lorry it is is the haulier, else the one that the order names.
 *
 * @param plates the country whose registrations they are
 */
export function expiriesKnown(
  partners: Partner[],
  { party, vehicle, haulier }: { party: string; vehicle: string; haulier: string },
  plates: string,
): KnownExpiry[] {
  const plate = plateKey(vehicle, plates)
  const named = (name: string) => partners.find((each) => name !== '' && each.name === name)
  const owner = partners.find(
    ({ vehicles }) => plate !== '' && vehicles.some((each) => plateKey(each, plates) === plate),
  )
  const carrier = owner ?? named(haulier.trim())
  const partner = named(party.trim())
  return partners.flatMap((each) => {
    const [isPartner, isHaulier] = [each === partner, each === carrier]
    return each.expiries
      .filter(({ covers }) =>
        covers === null ? isPartner || isHaulier : covers === 'haulier' ? isHaulier : isPartner,
      )
      .map(({ scheme, untilISO, isExpired }) => ({
        partner: each.name,
        isHaulier,
        scheme,
        untilISO,
        isExpired,
      }))
  })
}
