import { Link } from '@tanstack/react-router'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { cropOf, type Bay } from '../../stock/bays.ts'
import { ConflictBadge } from '../../stock/conflict-badge.tsx'
import { figuresOf } from '../../stock/figures.ts'
import { stockTotalOf } from '../../stock/sums.ts'
import { stockMessages } from '../../stock/stock-messages.ts'
import { BayPicture } from '../../ui/bay-picture.tsx'
import { messages } from './messages.ts'

/** Stores one below the other, each with its bays as pictures. */
export function BayCards({ bays }: { bays: Bay[] }) {
  const m = useMessages(messages)
  const formats = useFormats()
  return [...Map.groupBy(bays, ({ storeId }) => storeId)].map(([storeId, own]) => {
    const name = own[0]?.store ?? ''
    const weight = stockTotalOf(figuresOf(own))
    const { shortStock, stockUnit } = formats.of(cropOf(own))
    return (
      <section key={storeId} className="stack tight" aria-label={name}>
        <div className="bar apart">
          <h2>
            <Link to="/stores/$id" params={{ id: storeId }} className="plain-link">
              {name}
            </Link>
          </h2>
          <span className="quiet small">
            {shortStock(weight)} {stockUnit} · {say(m.bays, { n: own.length })}
          </span>
        </div>
        <ul className="bays">
          {own.map((bay) => (
            <li key={bay.key}>
              <BayCard bay={bay} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

function BayCard({ bay }: { bay: Bay }) {
  const m = useMessages(stockMessages, bay.cropId)
  const formats = useFormats(bay.cropId)
  const limit =
    bay.capacity !== undefined
      ? say(m.of, { t: formats.plainStock(bay.capacity) })
      : bay.grain
        ? say(m.noLimitOf, { grain: bay.grain })
        : m.noLimit
  return (
    <article className={bay.conflict ? 'panel bay wrong' : 'panel bay'}>
      <header className="bar apart">
        <h3 className="strong">
          <Link
            to="/stores/$id"
            params={{ id: bay.storeId }}
            search={{ bay: bay.bayId }}
            className="bay-link"
          >
            {bay.name}
          </Link>
        </h3>
        {bay.fill !== undefined && (
          <span className="strong quiet">{formats.percent(Math.round(bay.fill * 100))}</span>
        )}
      </header>
      <BayPicture fill={bay.fill} drawn={bay.drawn} commodityId={bay.commodityId} />
      <div className="bay-words">
        <div>
          <div className="bay-grain">{bay.grain || m.empty}</div>
          <div className="quiet small">{bay.detail || '\u00a0'}</div>
        </div>
        <div className="num">
          <div className="bay-weight">
            {formats.stock(bay.weight)} <small>{formats.stockUnit}</small>
          </div>
          <div className="quiet small">{limit}</div>
        </div>
      </div>
      {(bay.conflict || !bay.isOwned) && (
        <footer className="bar bay-foot">
          {bay.conflict && <ConflictBadge conflict={bay.conflict} commodityId={bay.cropId} />}
          {!bay.isOwned && <span className="badge grain">{bay.owner}</span>}
        </footer>
      )}
    </article>
  )
}
