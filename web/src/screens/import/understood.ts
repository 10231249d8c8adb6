import { useSyncExternalStore } from 'react'
import type { FileImportRow } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { unitsHere } from '../../api/units.ts'
import { isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { hectaresIn } from '../../i18n/units.ts'
import { clockOf } from './clock-of.ts'
import { sumsMessages } from './sums-messages.ts'

/** Describes how a row was understood: what and how much of it first, then where, whose and when. */
export function useUnderstood(): (row: Pick<FileImportRow, 'understood' | 'reference'>) => {
  first: string
  second: string
} {
  const formats = useFormats()
  const m = useMessages(sumsMessages)
  const hectares = hectaresIn(useSyncExternalStore(unitsHere.subscribe, unitsHere.get))
  const zone = useMe().organisation.timeZone
  return ({ understood: said, reference }) => {
    const { weightKilograms, areaHectares, yieldKilogramsPerHectare, latitude, longitude } = said
    const kind = [said.commodity, said.type, said.grade, said.variety, said.harvestYear]
    const figures = [
      weightKilograms !== undefined && formats.weight(weightKilograms),
      areaHectares !== undefined && `${formats.area(areaHectares)} ${formats.areaUnit}`,
      yieldKilogramsPerHectare !== undefined &&
        `${formats.weighed(yieldKilogramsPerHectare * hectares)} ${formats.scaleUnit}/${formats.areaUnit}`,
    ]
    const day = said.date?.slice(0, 10) ?? ''
    const places = [
      [said.store, said.bay].filter(Boolean).join(', '),
      [said.field, said.newField].filter(Boolean).join(' → '),
      said.owner,
      said.partner,
      said.businessUnit,
      said.movement && m[said.movement],
      isDay(day) && [formats.day(day), clockOf(said.date ?? '', zone)].filter(Boolean).join(', '),
      latitude !== undefined && longitude !== undefined && `${latitude}, ${longitude}`,
    ]
    const first = [...figures, kind.filter(Boolean).join(', ')].filter(Boolean).join(' · ')
    const second = places.filter(Boolean).join(' · ')
    // A row that says only where it is has that in its first line.
    if (first === '') return { first: second === '' ? reference : second, second: '' }
    return { first, second }
  }
}
