import { useCurrency } from '../../stock/currency.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Choice, TextField } from '../../ui/parts.tsx'
import { type PriceUnit, type TradeDraft } from './draft.ts'
import type { TradeFieldsProps } from './fields-props.ts'
import { tradeFormMessages } from './form-messages.ts'
import { qualityMessages } from './quality-messages.ts'
import { pageMessages } from './page-messages.ts'
import { Figure } from './quality-rows.tsx'

const units: PriceUnit[] = ['t', 'dt', 'kg', 'bu', 'cwt', 'lb', 'short_ton', 'long_ton']

/** The price as people state it: how it comes about and, where it is fixed, how much for how much. */
export function PriceFields({ draft, change, sending: { at, faultOf } }: TradeFieldsProps) {
  const m = useMessages(qualityMessages)
  const words = useMessages(tradeFormMessages)
  const names = useMessages(pageMessages)
  const currency = useCurrency()
  const isFixed = draft.priceKind === 'fixed'
  return (
    <>
      <div className="two">
        <Choice
          label={m.priceKind}
          value={draft.priceKind}
          onChange={(kind) => change({ priceKind: kind as TradeDraft['priceKind'] })}
          fault={faultOf('price', 'price.kind')}
        >
          <option value="">{words.notSaid}</option>
          <option value="fixed">{m.fixed}</option>
          <option value="later">{m.later}</option>
          <option value="pool">{m.pool}</option>
          <option value="none">{m.none}</option>
        </Choice>
        {isFixed && (
          <Figure
            label={m.amount}
            value={draft.amount}
            onChange={(amount) => change({ amount })}
            fault={faultOf('price.amount')}
          />
        )}
      </div>
      {isFixed && (
        <div className="two">
          <TextField
            label={m.currency}
            hint={say(m.currencyHint, { example: currency || 'EUR' })}
            value={draft.currency}
            onChange={(currency) => change({ currency })}
            {...at('price.currency')}
          />
          <Choice
            label={m.per}
            value={draft.priceUnit}
            onChange={(unit) => change({ priceUnit: unit as PriceUnit })}
            fault={faultOf('price.unit')}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {names[unit]}
              </option>
            ))}
          </Choice>
        </div>
      )}
    </>
  )
}
