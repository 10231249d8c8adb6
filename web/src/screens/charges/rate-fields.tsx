import { isCellReady } from '../../i18n/decimals.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { rateMessages } from '../../stock/rate-words.ts'
import type { Sending } from '../../ui/form.tsx'
import { Choice, Field } from '../../ui/parts.tsx'
import {
  placeOfRate,
  rateKinds,
  type RateKind,
  type StoragePeriod,
  type TariffDraft,
} from './tariff-draft.ts'
import { tariffMessages } from './tariff-messages.ts'

export interface TariffFieldsProps {
  draft: TariffDraft
  change: (part: Partial<TariffDraft>) => void
  sending: Sending
}

/** A row for each kind of rate; what is left empty costs nothing. */
export function RateFields({ draft, change, sending: { faultOf } }: TariffFieldsProps) {
  const m = useMessages(tariffMessages)
  const names = useMessages(rateMessages)
  const unitOf = (kind: RateKind) =>
    kind === 'in' || kind === 'out' || kind === 'storage' ? m.aTonne : kind === 'drying' ? m.aPoint : m.aLoad
  const fault = (kind: RateKind, part: string) => {
    const place = placeOfRate(draft, kind)
    return place === undefined ? undefined : faultOf(`rates[${place}].${part}`)
  }
  return (
    <div>
      {rateKinds.map((kind) => (
        <div key={kind} className="rate-row">
          <strong>{names[kind]}</strong>
          <MoneyField
            label={say(m.rateOf, { kind: names[kind], per: unitOf(kind) })}
            value={draft.rates[kind] ?? ''}
            onChange={(rate) => change({ rates: { ...draft.rates, [kind]: rate } })}
            fault={fault(kind, 'rate')}
          />
          {kind === 'storage' && (
            <>
              <Choice
                label={m.per}
                value={draft.per}
                onChange={(per) => change({ per: per as StoragePeriod })}
                fault={fault(kind, 'per')}
              >
                <option value="day">{m.day}</option>
                <option value="week">{m.week}</option>
                <option value="month">{m.month}</option>
              </Choice>
              <MoneyField
                label={m.freeDays}
                value={draft.freeDays}
                onChange={(freeDays) => change({ freeDays })}
                fault={fault(kind, 'freeDays')}
              />
            </>
          )}
          {kind === 'drying' && (
            <MoneyField
              label={m.base}
              value={draft.base}
              onChange={(base) => change({ base })}
              fault={fault(kind, 'base')}
            />
          )}
        </div>
      ))}
      {faultOf('rates') !== undefined && <p className="fault">{faultOf('rates')}</p>}
    </div>
  )
}

interface MoneyFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  fault: string | undefined
}

/** A figure in the reader's own writing; what is none is said at once. */
export function MoneyField({ label, value, onChange, fault }: MoneyFieldProps) {
  const m = useMessages(tariffMessages)
  const formats = useFormats()
  const isWrong = !isCellReady(value, useLanguage())
  return (
    <Field label={label} fault={isWrong ? say(m.notAFigure, { example: formats.figure(2.5) }) : fault}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
