import type { Stocktake, StocktakeLine } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { stocktakeLineMessages } from './line-messages.ts'
import { onlyCropOf } from './next-bay.ts'

interface Props {
  line: StocktakeLine
  cutOffUTC: string
}

/** Tells in one sentence how the count of a bay was rolled to the cut-off. All figures are the service's. */
export function RolledLine({ line, cutOffUTC }: Props) {
  const crop = onlyCropOf(line)
  const m = useMessages(stocktakeLineMessages, crop)
  const formats = useFormats(crop)
  const { rolled } = line
  if (!rolled) return null
  const { weight, countedAtUTC, moved, atCutOff } = rolled
  const isAfter = countedAtUTC > cutOffUTC
  const words =
    moved === 0
      ? m.rolledSame
      : moved > 0
        ? isAfter
          ? m.leftSince
          : m.cameUntil
        : isAfter
          ? m.cameSince
          : m.leftUntil
  return say(words, {
    when: formats.moment(countedAtUTC),
    weight: formats.exactStock(weight),
    moved: formats.exactStock(Math.abs(moved)),
    atCutOff: formats.exactStock(atCutOff),
  })
}

/** Lists the bays of a session in which something moved between the count and the cut-off, a line each. */
export function RolledLines({ session: { lines, cutOffUTC } }: { session: Stocktake }) {
  const m = useMessages(stocktakeLineMessages)
  const rolled = lines.filter((line) => (line.rolled?.moved ?? 0) !== 0)
  if (rolled.length === 0) return null
  return (
    <details className="panel pad" open>
      <summary>{m.rolledBays}</summary>
      <ul className="lines">
        {rolled.map((line) => (
          <li key={line.substorageId}>
            <b>{[line.storageName, line.substorageName].filter(Boolean).join(' · ')}</b>{' '}
            <RolledLine line={line} cutOffUTC={cutOffUTC} />
          </li>
        ))}
      </ul>
    </details>
  )
}
