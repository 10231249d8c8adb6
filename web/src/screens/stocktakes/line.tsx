import { Link } from '@tanstack/react-router'
import type { Stocktake, StocktakeCount, StocktakeLine } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { Attached } from '../../frame/attach.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { StockLink } from '../../stock/stock-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useHowWords } from './how-words.ts'
import { DecideLine } from './decide-line.tsx'
import { stocktakeLineMessages } from './line-messages.ts'
import { onlyCropOf } from './next-bay.ts'
import { RolledLine } from './rolled.tsx'

interface Props {
  session: Stocktake
  line: StocktakeLine
  onClose: () => void
}

/** One line with all its counts, what was entered late, and what is decided about it. */
export function LineDialog({ session, line, onClose }: Props) {
  const m = useMessages(stocktakeLineMessages)
  const formats = useFormats()
  const isOnline = useOnline()
  const mayCount = useMay('stocktakes:count')
  const mayDecide = useMay('stocktakes:write') && isOnline
  const isOpen = session.status === 'open'
  const { storageName, substorageName, datedAtUTC, recountAskedAtUTC, recountAskedBy, state } = line
  return (
    <Dialog title={[storageName, substorageName].filter(Boolean).join(' · ')} onClose={onClose} isSheet>
      {recountAskedAtUTC !== null && (
        <p className="note">
          {say(m.recountAsked, { name: recountAskedBy, moment: formats.moment(recountAskedAtUTC) })}
        </p>
      )}
      {state === 'unknown_stock' && <p className="note bad">{m.unknownHint}</p>}
      <Counts line={line} />
      {datedAtUTC !== null && datedAtUTC !== session.cutOffUTC && (
        <p className="quiet">{say(m.ofItsMoment, { moment: formats.moment(datedAtUTC) })}</p>
      )}
      {line.rolled && (
        <p className="quiet">
          <RolledLine line={line} cutOffUTC={session.cutOffUTC} />
        </p>
      )}
      <Late session={session} line={line} />
      {isOpen && mayCount && (
        <Link
          to="/stocktakes/$id/count"
          params={{ id: session.id }}
          search={{ bay: line.substorageId }}
          className="button"
        >
          {m.count}
        </Link>
      )}
      {isOpen && mayDecide && <DecideLine session={session} line={line} />}
    </Dialog>
  )
}

function Counts({ line }: { line: StocktakeLine }) {
  const m = useMessages(stocktakeLineMessages)
  const { counts } = line
  return (
    <section className="stack" aria-label={m.counts}>
      <h3 className="strong">{m.counts}</h3>
      {counts.length === 0 && <p className="quiet">{m.noCounts}</p>}
      <ul className="lines">
        {counts.toReversed().map((count) => (
          <OneCount key={count.number} count={count} line={line} />
        ))}
      </ul>
    </section>
  )
}

function OneCount({ count, line }: { count: StocktakeCount; line: StocktakeLine }) {
  const m = useMessages(stocktakeLineMessages)
  const formats = useFormats(onlyCropOf(line))
  const how = useHowWords()
  const { weight, countedBy, countedAtUTC, enteredBy, howMeasured, note, files } = count
  const more = [
    how(howMeasured),
    enteredBy !== countedBy && say(m.enteredBy, { name: enteredBy }),
    note,
  ].filter(Boolean)
  return (
    <li className="bar apart">
      <span>
        {say(m.countBy, { name: countedBy, moment: formats.moment(countedAtUTC) })}
        {more.length > 0 && (
          <>
            <br />
            <span className="quiet small">{more.join(' · ')}</span>
          </>
        )}
        <Attached files={files} />
      </span>
      <b className="num">
        {formats.exactStock(weight)} {formats.stockUnit}
      </b>
    </li>
  )
}

/** Lists late tickets of the line, each with its parcel's own story. */
function Late({ session: { status }, line }: Pick<Props, 'session' | 'line'>) {
  const m = useMessages(stocktakeLineMessages)
  const formats = useFormats(onlyCropOf(line))
  if (line.late.length === 0) return null
  const title = status === 'approved' ? m.lateApproved : m.late
  return (
    <section className="stack" aria-label={title}>
      <h3 className="strong">{title}</h3>
      <ul className="lines">
        {line.late.map(({ id, recordId, atUTC, weight }) => (
          <li key={`${id} ${recordId}`} className="bar apart">
            <span>
              {formats.moment(atUTC)} <StockLink recordId={recordId}>{m.explain}</StockLink>
            </span>
            <span className="num">
              {formats.signedStock(weight)} {formats.stockUnit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
