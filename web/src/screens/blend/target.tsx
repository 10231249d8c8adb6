import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { isDay } from '../../i18n/days.ts'
import type { Bay } from '../../stock/bays.ts'
import type { Sending } from '../../ui/form.tsx'
import { MomentFields } from '../../ui/moment-fields.tsx'
import { Choice, TextField } from '../../ui/parts.tsx'
import { Suggest } from '../../ui/suggest.tsx'
import { messages } from './messages.ts'
import { LORRY, type Recipe } from './recipe.ts'

interface Props {
  recipe: Recipe
  bays: Bay[]
  buyers: string[]
  change: (part: Partial<Recipe>) => void
  sending: Sending
}

/** Form for the destination, and the time. */
export function Target({ recipe, bays, buyers, change, sending }: Props) {
  const m = useMessages(messages)
  const formats = useFormats()
  const { to, day, time } = recipe
  return (
    <>
      <Choice
        label={m.to}
        value={to}
        onChange={(next) => change({ to: next })}
        fault={sending.faultOf('destination')}
      >
        <option value="">{m.choose}</option>
        <option value={LORRY}>{m.lorry}</option>
        {[...Map.groupBy(bays, ({ store }) => store)].map(([store, own]) => (
          <optgroup key={store} label={store}>
            {own.map(({ key, name, grain, weight, cropId }) => (
              <option key={key} value={key}>
                {name} · {weight > 0 ? `${grain}, ${formats.of(cropId).stockWeight(weight)}` : m.emptyBay}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
      {to === LORRY && <Buyer {...{ recipe, buyers, change, sending }} />}
      <MomentFields
        value={{ day, time }}
        onChange={change}
        hint={isDay(day) && day > formats.today() ? say(m.plan, { day: formats.day(day) }) : undefined}
        fault={sending.faultOf('movementDateISO')}
        isTimeOptional
      />
    </>
  )
}

function Buyer({ recipe, buyers, change, sending }: Omit<Props, 'bays'>) {
  const m = useMessages(messages)
  return (
    <>
      <Suggest
        label={m.buyer}
        value={recipe.buyer}
        onChange={(buyer) => change({ buyer })}
        options={buyers.map((value) => ({ value }))}
        {...sending.at('destination.organisationName', 'destination.organisationId')}
      />
      <div className="two">
        <TextField
          label={m.vehicle}
          value={recipe.vehicle}
          onChange={(vehicle) => change({ vehicle })}
          {...sending.at('driver.vehicleRegistration')}
        />
        <TextField
          label={m.reference}
          value={recipe.reference}
          onChange={(reference) => change({ reference })}
          {...sending.at('driver.loadReference')}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={recipe.isSold}
          onChange={({ target }) => change({ isSold: target.checked })}
        />
        {m.sold}
      </label>
    </>
  )
}
