import type { Settlement } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { lineMessages } from './line-messages.ts'
import { messages } from './messages.ts'

/** Theirs, ours and what is between them; then what was given up and what is claimed. */
export function Totals({ totals, missing }: Pick<Settlement, 'totals' | 'missing'>) {
  const m = useMessages(messages)
  const words = useMessages(lineMessages)
  const formats = useFormats()
  const stock = (weight: number) => `${formats.exactStock(weight)} ${formats.stockUnit}`
  const signed = (weight: number) => `${formats.signedStock(weight)} ${formats.stockUnit}`
  const figure = (name: string, value: string, more = '', isBad = false) => (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'settlement-apart' : undefined}>
        {value} {more && <span className="quiet small">{more}</span>}
      </dd>
    </div>
  )
  const { difference } = totals
  return (
    <section className="panel pad">
      <dl className="settlement-figures">
        {figure(m.theirs, stock(totals.theirs))}
        {figure(m.ours, stock(totals.ours))}
        {figure(
          words.matchedDifference,
          signed(difference.weight),
          `${formats.figure(difference.share)} %`,
          Math.abs(difference.share) > 1,
        )}
        {totals.undecided > 0 && figure(m.undecided, formats.whole(totals.undecided))}
        {missing.loads > 0 &&
          figure(words.missing, stock(missing.weight), say(words.loadCount, { n: missing.loads }))}
        {totals.writtenOff !== 0 && figure(words.writtenOff, signed(totals.writtenOff))}
        {totals.claimed !== 0 && figure(words.claimedSum, signed(totals.claimed))}
      </dl>
    </section>
  )
}
