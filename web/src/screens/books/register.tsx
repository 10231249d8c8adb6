import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveTable } from '../../frame/save-table.tsx'
import { useOnline } from '../../frame/online.ts'
import { isDay } from '../../i18n/days.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { storesQuery } from '../../stock/queries.ts'
import { DayField } from '../../ui/day-field.tsx'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icons.tsx'
import { Choice } from '../../ui/parts.tsx'
import { messages } from './messages.ts'
import { registerPath } from './queries.ts'

/** The daily register of some days, on paper or as a table. */
export function Register() {
  const m = useMessages(messages)
  const formats = useFormats()
  const refusal = useRefusal()
  const isOnline = useOnline()
  const stores = useQuery(storesQuery)
  const today = formats.today()
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const [storageId, setStorageId] = useState('')
  const [error, setError] = useState<unknown>(null)
  const isReady = isOnline && isDay(from) && isDay(to)
  const days = { from, to, ...(storageId !== '' && { storageId }) }
  const print = async () => {
    setError(null)
    await download(registerPath(days, 'pdf')).catch(setError)
  }
  return (
    <section className="panel pad stack" aria-labelledby="register">
      <h2 id="register">{m.register}</h2>
      <p className="quiet">{m.registerLead}</p>
      <div className="two">
        <DayField label={m.from} value={from} onChange={setFrom} />
        <DayField label={m.to} value={to} onChange={setTo} />
      </div>
      <Choice label={m.store} value={storageId} onChange={setStorageId}>
        <option value="">{m.allStores}</option>
        {stores.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      {error !== null && (
        <div className="note bad" role="alert">
          {refusal(error)}
        </div>
      )}
      <div className="bar">
        <button type="button" className="button" disabled={!isReady} onClick={() => void print()}>
          <Icon name="printer" />
          PDF
        </button>
        <SaveTable path={(format) => registerPath(days, format)} isReady={isDay(from) && isDay(to)} />
      </div>
    </section>
  )
}
