import { useMemo, type ReactNode } from 'react'
import type { StocktakeLine, StocktakeParcel } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import type { Columns } from '../../ui/data-table.tsx'
import { useHowWords } from './how-words.ts'
import { StocktakeLineState } from './line-state.tsx'
import { countHere, onlyCropOf } from './next-bay.ts'
import { sessionMessages } from './session-messages.ts'

/** A bay with one of the parcels in it. What is of the bay stands in its first row. */
export interface SheetRow {
  line: StocktakeLine
  parcel: StocktakeParcel | undefined
  isFirst: boolean
}

/** The name of a parcel, with whose it is. */
export const parcelWords = ({ commodity, variety, harvestYear, ownerName }: StocktakeParcel): string =>
  [commodity.name, variety, harvestYear, ownerName].filter(Boolean).join(' · ')

/** The difference of a line, and of an approved one what late tickets made of it. */
export function LineVariance({ line: { variance, varianceNow, isOutside, stock } }: { line: StocktakeLine }) {
  const crop = onlyCropOf({ stock })
  const m = useMessages(sessionMessages, crop)
  const formats = useFormats(crop)
  if (variance === null) return null
  const isMoved = varianceNow !== null && varianceNow !== variance
  return (
    <span className={isOutside ? 'stocktake-outside' : undefined}>
      {formats.signedStock(variance)}
      {isMoved && (
        <span className="quiet small"> {say(m.movedBy, { weight: formats.signedStock(varianceNow) })}</span>
      )}
    </span>
  )
}

type Open = (line: StocktakeLine) => void

/** The columns of the sheet. What is of the bay stands in its first row alone. */
export function useSheetColumns(counts: BayCount[], onOpen: Open): Columns<SheetRow> {
  const places = usePlaceColumns(onOpen)
  const weights = useWeightColumns()
  const made = useCountColumns(counts)
  return useMemo(() => [...places, ...weights, ...made], [places, weights, made])
}

const ofLine =
  (show: (line: StocktakeLine) => ReactNode) =>
  ({ row: { original } }: { row: { original: SheetRow } }) =>
    original.isFirst ? show(original.line) : null

function usePlaceColumns(onOpen: Open): Columns<SheetRow> {
  const m = useMessages(sessionMessages)
  return useMemo(
    () => [
      {
        id: 'bay',
        header: m.bay,
        meta: { isPlace: true },
        cell: ofLine((line) => (
          <button type="button" className="cell-link stocktake-bay" onClick={() => onOpen(line)}>
            {[line.storageName, line.substorageName].filter(Boolean).join(' · ')}
          </button>
        )),
      },
      {
        id: 'parcel',
        header: m.parcel,
        cell: ({ row: { original } }) =>
          original.parcel ? parcelWords(original.parcel) : <span className="quiet">{m.nobody}</span>,
      },
    ],
    [m, onOpen],
  )
}

function useWeightColumns(): Columns<SheetRow> {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'book',
        header: m.book,
        meta: { isNumber: true },
        cell: ({ row: { original } }) => {
          const kg = original.parcel ? original.parcel.weight : original.line.book
          return kg === null ? '' : formats.of(original.parcel?.commodity.id).exactStock(kg)
        },
      },
      {
        id: 'counted',
        header: m.counted,
        meta: { isNumber: true },
        cell: ofLine(({ counted, counts, stock }) => {
          const { exactStock } = formats.of(onlyCropOf({ stock }))
          const otherwise = counts.slice(0, -1).findLast(({ weight }) => weight !== counted)
          return (
            counted !== null && (
              <>
                {exactStock(counted)}
                {otherwise && (
                  <span className="quiet small stocktake-before">
                    {say(m.before, { weight: exactStock(otherwise.weight), name: otherwise.countedBy })}
                  </span>
                )}
              </>
            )
          )
        }),
      },
      {
        id: 'variance',
        header: m.variance,
        meta: { isNumber: true, stays: true },
        cell: ofLine((line) => <LineVariance line={line} />),
      },
    ],
    [m, formats],
  )
}

function useCountColumns(counts: BayCount[]): Columns<SheetRow> {
  const m = useMessages(sessionMessages)
  const formats = useFormats()
  const how = useHowWords()
  return useMemo(
    () => [
      {
        id: 'state',
        header: m.state,
        cell: ofLine((line) => (
          <>
            <StocktakeLineState line={line} here={countHere(line, counts)} />
            {line.late.length > 0 && (
              <span className="badge grain">{say(m.lateOf, { n: line.late.length })}</span>
            )}
          </>
        )),
      },
      {
        id: 'when',
        header: m.when,
        cell: ofLine(({ counts: made }) => {
          const count = made.at(-1)
          if (!count) return null
          return [formats.moment(count.countedAtUTC), count.countedBy, how(count.howMeasured)]
            .filter(Boolean)
            .join(' · ')
        }),
      },
      {
        id: 'note',
        header: m.note,
        cell: ofLine(
          ({ leftOut, counts: made }) =>
            leftOut ??
            made
              .map(({ note }) => note)
              .filter(Boolean)
              .join('; '),
        ),
      },
    ],
    [m, formats, how, counts],
  )
}
