import { read, write, type Operation } from '../../http/operation.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { Acknowledgement, closed } from '../../http/validate/schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'
import { message } from '../../words/catalogue.ts'
import { tableFor } from '../table-for.ts'
import { createTariff } from './create-tariff.ts'
import { deleteTariff } from './delete-tariff.ts'
import { getTariff } from './queries.ts'
import { CreateTariffBody, Tariff, TariffIdParam } from './schema.ts'
import { tariffSearch } from './search-tariffs.ts'

/** Tariffs: rates for grain that is stored for others. */
export const tariffOperations: Operation[] = [
  read(
    {
      path: '/tariffs',
      title: 'Search tariffs',
      description: `What owners are charged for grain in your stores, the latest first.${describeSearch(tariffSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(tariffSearch),
      result: SearchEnvelope(Tariff, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, tariffSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({ ...(await runSearch(db, tariffSearch, actor, query)), custom: {} }),
  ),
  read(
    {
      path: '/tariffs/:id',
      title: 'Retrieve a tariff',
      description: 'One tariff, with its rates. Money as text.',
      permission: 'stock:read',
      params: TariffIdParam,
      result: Tariff,
      isResource: true,
    },
    (db, actor, { params }) => getTariff(db, actor, params.id),
  ),
  write(
    {
      method: 'POST',
      path: '/tariffs',
      title: 'Agree a tariff',
      description:
        'Rates from a day on: of a storage contract, of a partner, or of everybody who has no other. The tariff before it on the same one ends the day before, and what was before that day ' +
        'stays as it was. It begins after all others on the same one.',
      permission: 'contracts:write',
      body: CreateTariffBody,
      result: Tariff,
      isResource: true,
      location: ({ id }) => `/api/inventory/tariffs/${id}`,
      example: {
        partner: { id: 'hill-farm', name: 'Hill Farm' },
        fromISO: '2026-07-01',
        currency: 'GBP',
        vatCode: 'T1',
        rates: [
          { kind: 'in', rate: '1.85' },
          { kind: 'out', rate: '2.10' },
          { kind: 'storage', rate: '0.35', per: 'week', freeDays: 14 },
          { kind: 'drying', rate: '3.20', base: 15 },
          { kind: 'sampling', rate: '4.50' },
        ],
        minimum: '50.00',
      },
    },
    async (trx, actor, { body }) => getTariff(trx, actor, await createTariff(trx, actor, body)),
  ),
  write(
    {
      method: 'DELETE',
      path: '/tariffs/:id',
      title: 'Delete a tariff',
      description:
        'Takes back a tariff that no closed statement has and that none follows. The one that it ended goes on; otherwise: in_use.',
      permission: 'contracts:write',
      params: TariffIdParam,
      result: Acknowledgement,
      current: (trx, actor, { id }) => getTariff(trx, actor, id),
    },
    async (trx, actor, { params }) => {
      await deleteTariff(trx, actor, params.id)
      return acknowledge(actor, message('tariffWasDeleted', {}))
    },
  ),
]
