import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Stocktake, StocktakeLine } from '../../api/operations.ts'
import { useMay, useMe } from '../../api/session.ts'
import { ConnectionState } from '../../frame/connection-state.tsx'
import { NotRead } from '../../frame/not-read.tsx'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import type { BayCount } from '../../offline/bay-counts.ts'
import { Icon } from '../../ui/icons.tsx'
import { CountForm } from './count-form.tsx'
import { bayCountMessages } from './count-messages.ts'
import { countHere, nextBay, onlyCropOf } from './next-bay.ts'
import { StocktakeLineState } from './line-state.tsx'
import { RefusedCounts } from './refused-counts.tsx'
import './stocktakes.css'
import { useLeft, useStocktake } from './use-session.ts'

const route = getRouteApi('/stocktakes/$id/count')

/** Counts the bays of a session, one after the other, also where there is no network. */
export function CountBays() {
  const m = useMessages(bayCountMessages)
  const { id } = route.useParams()
  const { session, counts, refused, error, refetch } = useStocktake(id)
  if (!session) return <NotRead title={m.back} error={error} again={refetch} />
  return (
    <div className="count-walk">
      <Head session={session} counts={counts} />
      <RefusedCounts session={session} refused={refused} counts={counts} />
      <Walk session={session} counts={counts} />
    </div>
  )
}

interface Props {
  session: Stocktake
  counts: BayCount[]
}

function Head({ session, counts }: Props) {
  const m = useMessages(bayCountMessages)
  const left = useLeft(session, counts)
  const all = session.lines.filter(({ state }) => state !== 'left_out').length
  return (
    <header className="top">
      <div>
        <Link to="/stocktakes/$id" params={{ id: session.id }} className="back">
          <Icon name="left" size={18} />
          {m.back}
        </Link>
        <h1>{say(m.countIn, { name: session.name })}</h1>
        <p className="quiet">{say(m.progress, { n: all - left.length, all })}</p>
      </div>
      <ConnectionState />
    </header>
  )
}

/** The bay that is asked for or the next one, and, once it is counted, the one after it. */
function Walk({ session, counts }: Props) {
  const m = useMessages(bayCountMessages)
  const { organisation } = useMe()
  const mayCount = useMay('stocktakes:count')
  const navigate = useNavigate()
  const { bay, correct } = route.useSearch()
  const [said, sayKept] = useState('')
  const left = useLeft(session, counts)
  const isLeft = (line: StocktakeLine) => left.includes(line)
  const line =
    session.lines.find(({ substorageId }) => substorageId === bay) ??
    nextBay(session.lines, undefined, isLeft)
  const correcting = counts.find((count) => count.id === correct && count.bayId === line?.substorageId)
  const after = line && nextBay(session.lines, line.substorageId, (each) => each !== line && isLeft(each))
  const go = (to: StocktakeLine | undefined) =>
    void navigate({
      to: '/stocktakes/$id/count',
      params: { id: session.id },
      search: to ? { bay: to.substorageId } : {},
    })
  if (session.status !== 'open' && !correcting) return <p className="note">{m.notOpen}</p>
  if (!mayCount) return <p className="note">{say(m.mayNot, { organisation: organisation.name })}</p>
  return (
    <>
      <p className="count-kept quiet" role="status">
        {said}
      </p>
      {line ? (
        <Bay
          key={`${line.substorageId} ${correct ?? ''}`}
          {...{ session, line, counts, correcting, after }}
          isLeft={isLeft(line)}
          onKept={(words) => {
            sayKept(words)
            go(after)
          }}
          onSkip={() => go(after)}
        />
      ) : (
        <AllDone session={session} />
      )}
      <AllBays session={session} counts={counts} />
    </>
  )
}

function AllDone({ session: { id } }: { session: Stocktake }) {
  const m = useMessages(bayCountMessages)
  return (
    <section className="panel nothing">
      <Icon name="check" size={28} />
      <h2>{m.allDone}</h2>
      <p className="quiet">{m.allDoneHint}</p>
      <Link to="/stocktakes/$id" params={{ id }} className="button primary">
        {m.back}
      </Link>
    </section>
  )
}

interface BayProps extends Props {
  line: StocktakeLine
  correcting: BayCount | undefined
  after: StocktakeLine | undefined
  isLeft: boolean
  onKept: (words: string) => void
  onSkip: () => void
}

/** One bay: what lies there, what was counted of it here, and its form. */
function Bay({ session, line, counts, correcting, after, isLeft, onKept, onSkip }: BayProps) {
  const m = useMessages(bayCountMessages, onlyCropOf(line))
  const { userId } = useMe()
  const [isAgain, again] = useState(false)
  const here = countHere(line, counts)
  // A phone may be somebody else's too: whoever counts blind sees their own count alone.
  const isSeen = here !== undefined && (!session.hidesBook || here.byId === userId)
  return (
    <section className="panel pad stack" aria-label={line.substorageName}>
      <Lying session={session} line={line} />
      {correcting && <p className="note">{m.correcting}</p>}
      {isSeen && !correcting && <CountedHere count={here} line={line} />}
      {isLeft || isAgain || correcting ? (
        <CountForm {...{ session, line, correcting, after, onKept }} />
      ) : (
        <button type="button" className="button" onClick={() => again(true)}>
          {m.countAgain}
        </button>
      )}
      {after && (
        <button type="button" className="button bare" onClick={onSkip}>
          {say(m.skip, { bay: after.substorageName })}
        </button>
      )}
    </section>
  )
}

function Lying({ session: { hidesBook }, line }: { session: Stocktake; line: StocktakeLine }) {
  const crop = onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const formats = useFormats(crop)
  const { storageName, substorageName, stock, book, state } = line
  return (
    <div className="stack count-bay">
      <p className="quiet">{storageName}</p>
      <h2>{substorageName}</h2>
      {stock.map(({ recordId, commodity, variety, ownerName, harvestYear }) => (
        <p key={recordId}>
          <b>{commodity.name}</b>{' '}
          <span className="quiet">{[variety, harvestYear, ownerName].filter(Boolean).join(' · ')}</span>
        </p>
      ))}
      {stock.length === 0 && !hidesBook && <p className="quiet">{m.emptyByBook}</p>}
      {hidesBook && <p className="quiet small">{m.bookHidden}</p>}
      {book !== null && stock.length > 0 && (
        <p className="quiet">{say(m.bookSays, { weight: formats.exactStock(book) })}</p>
      )}
      {state === 'recount' && <p className="note">{m.secondCount}</p>}
    </div>
  )
}

function CountedHere({ count, line }: { count: BayCount; line: StocktakeLine }) {
  const crop = onlyCropOf(line)
  const m = useMessages(bayCountMessages, crop)
  const formats = useFormats(crop)
  return (
    <p className="strong">
      {say(m.here, { weight: formats.exactStock(count.weight), when: formats.moment(count.closedAt) })}{' '}
      <StocktakeLineState line={line} here={count} />
    </p>
  )
}

/** All bays of the session, for whoever goes another way round. */
function AllBays({ session, counts }: Props) {
  const m = useMessages(bayCountMessages)
  return (
    <details className="panel count-all">
      <summary>{m.allBays}</summary>
      <ul>
        {session.lines.map((line) => (
          <li key={line.substorageId}>
            <Link
              to="/stocktakes/$id/count"
              params={{ id: session.id }}
              search={{ bay: line.substorageId }}
              className="row row-link"
            >
              <span>
                <b>{line.substorageName}</b>
                <span className="quiet small">{line.storageName}</span>
              </span>
              <StocktakeLineState line={line} here={countHere(line, counts)} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
