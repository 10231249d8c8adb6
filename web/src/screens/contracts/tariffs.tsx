import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useFormats } from '../../i18n/format.ts'
import { defineMessages, say, useMessages } from '../../i18n/messages.ts'
import { useRateWords } from '../../stock/rate-words.ts'
import { FactList } from '../../ui/fact-list.tsx'

const tariffWords = defineMessages({
  en: {
    title: 'Tariff',
    none: 'None of its own: that of the owner holds, or that of everybody.',
    since: 'since {day}',
    until: '{from} to {to}',
    add: 'Agree a tariff',
  },
  de: {
    title: 'Tarif',
    none: 'Kein eigener: Es gilt der des Eigentümers oder der für alle.',
    since: 'seit {day}',
    until: '{from} bis {to}',
    add: 'Tarif vereinbaren',
  },
  fr: {
    title: 'Tarif',
    none: 'Pas de tarif propre : celui du propriétaire vaut, ou celui de tous.',
    since: 'depuis le {day}',
    until: 'du {from} au {to}',
    add: 'Convenir d’un tarif',
  },
})

/** Its tariffs, the latest first. */
const tariffsOfContract = (id: string) =>
  queryOptions({
    queryKey: ['tariffs', 'contract', id],
    queryFn: () =>
      ask('GET /api/inventory/tariffs', {
        query: { 'f:storageContractId': [id], sortBy: 'from', sortDesc: true, limit: 20 },
      }),
  })

/** Costs of storing under the contract, and since which day. */
export function ContractTariffs({ id, mayAdd }: { id: string; mayAdd: boolean }) {
  const m = useMessages(tariffWords)
  const formats = useFormats()
  const words = useRateWords()
  const { data } = useQuery(tariffsOfContract(id))
  return (
    <section className="panel pad stack tight" aria-label={m.title}>
      <h2>{m.title}</h2>
      {data?.docs.length === 0 && <p className="quiet">{m.none}</p>}
      {data?.docs.map((tariff) => (
        <div key={tariff.id}>
          <h3>
            {tariff.toISO === null
              ? say(m.since, { day: formats.day(tariff.fromISO) })
              : say(m.until, { from: formats.day(tariff.fromISO), to: formats.day(tariff.toISO) })}
          </h3>
          <FactList className="facts" facts={words(tariff)} />
        </div>
      ))}
      {mayAdd && (
        <Link to="/charges/tariffs/new" search={{ contract: id }} className="button start">
          {m.add}
        </Link>
      )}
    </section>
  )
}
