import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Tariff } from '../../api/operations.ts'
import { useMay } from '../../api/session.ts'
import { NotRead } from '../../frame/not-read.tsx'
import { useOnline } from '../../frame/online.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useRateWords } from '../../stock/rate-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Form, useSending } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import './charges.css'
import { tariffQuery } from './queries.ts'
import { tariffMessages } from './tariff-messages.ts'
import { useSubject, useTariffDays } from './tariffs.tsx'

const route = getRouteApi('/charges/tariffs/$id')

interface Versioned {
  tariff: Tariff
  etag: string | undefined
}

/** One tariff, with its rates. */
export function TariffPage() {
  const m = useMessages(tariffMessages)
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(tariffQuery(id))
  if (!data) return <NotRead title={m.back} error={error} again={refetch} />
  return <Shown tariff={data.result} etag={data.etag} />
}

function Shown({ tariff, etag }: Versioned) {
  const m = useMessages(tariffMessages)
  const formats = useFormats()
  const words = useRateWords()
  const { currency, vatCode, notes, createdByName, createdAtUTC } = tariff
  return (
    <>
      <Head tariff={tariff} etag={etag} />
      <section className="panel pad stack tight charge-form" aria-label={m.rates}>
        <h2>{m.rates}</h2>
        <FactList
          className="tariff-rates"
          facts={[
            ...words(tariff),
            [m.currency, currency],
            [m.vatCode, vatCode],
            [m.notes, notes],
            [m.enteredBy, `${createdByName}, ${formats.moment(createdAtUTC)}`],
          ]}
        />
      </section>
    </>
  )
}

function Head({ tariff, etag }: Versioned) {
  const m = useMessages(tariffMessages)
  const isOnline = useOnline()
  const mayChange = useMay('contracts:write')
  const subject = useSubject()
  const days = useTariffDays()
  const [isRemoving, remove] = useState(false)
  return (
    <header className="top">
      <div>
        <Link to="/charges/tariffs" search={{}} className="back">
          <Icon name="left" size={18} />
          {m.back}
        </Link>
        <h1>{subject(tariff)}</h1>
        <p className="quiet">{days(tariff)}</p>
      </div>
      {mayChange && (
        <div className="bar">
          <button type="button" className="button" disabled={!isOnline} onClick={() => remove(true)}>
            {m.remove}
          </button>
        </div>
      )}
      {isRemoving && <Remove tariff={tariff} etag={etag} onClose={() => remove(false)} />}
    </header>
  )
}

function Remove({ tariff: { id }, etag, onClose }: Versioned & { onClose: () => void }) {
  const m = useMessages(tariffMessages)
  const navigate = useNavigate()
  const sending = useSending()
  const remove = () =>
    sending.send(
      () => ask('DELETE /api/inventory/tariffs/{id}', { path: { id }, ifMatch: etag }),
      () => navigate({ to: '/charges/tariffs', search: {}, replace: true }),
    )
  return (
    <Dialog title={m.remove} onClose={onClose} isSheet>
      <Form sending={sending} action={m.remove} onSend={remove} onCancel={onClose}>
        <p>{m.removeHint}</p>
      </Form>
    </Dialog>
  )
}
