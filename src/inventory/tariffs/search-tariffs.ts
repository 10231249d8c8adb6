import { sql } from 'kysely'
import { momentColumns } from '../../http/table.ts'
import type { SearchDefinition } from '../../http/search/definition.ts'
import { matchesText, textParameter } from '../../http/search/text-query.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import {
  findTariffs,
  partnerNameOfTariff,
  partnerOfTariff,
  scopeOfTariff,
  tariffsWithContracts,
} from './queries.ts'
import { tariffScopes, type Tariff, type TariffScope } from './schema.ts'
import type { RateKind } from './tariff-rules.ts'

const rateOf = (kind: RateKind) => (tariff: Tariff) =>
  tariff.rates.find((each) => each.kind === kind)?.rate ?? ''

/** Fields by which tariffs can be found and sorted. */
export const tariffSearch: SearchDefinition<Tariff> = {
  name: 'tariffs',
  path: '/api/inventory/tariffs',
  source: ({ organisationId }, { query }) => ({
    from: tariffsWithContracts,
    where: [
      sql`t.organisation_id = ${organisationId}`,
      ...matchesText(
        query,
        (says) =>
          sql`${says(sql`coalesce(${partnerNameOfTariff}, '')`)} or ${says(sql`coalesce(c.reference, '')`)}`,
      ),
    ],
  }),
  id: sql`t.id`,
  filters: {
    scope: {
      displayName: 'Scope',
      choices: tariffScopes,
      kind: 'text',
      value: scopeOfTariff,
      label: (scope, actor) => render(message('tariffScopeName', { scope: scope as TariffScope }), actor),
    },
    'f:partnerId': {
      displayName: 'Partner',
      values: 'by id, your own for a trading partner; of a contract its owner',
      namesPartner: true,
      kind: 'text',
      value: partnerOfTariff,
      labelSql: (id, { organisationId }) => sql`(
        select ${partnerNameOfTariff} from ${tariffsWithContracts}
        where t.organisation_id = ${organisationId} and ${partnerOfTariff} = ${id} limit 1)`,
    },
    'f:storageContractId': {
      displayName: 'Storage contract',
      kind: 'uuid',
      value: sql`t.storage_contract_id`,
      labelSql: (id, { organisationId }) => sql`(
        select reference from storage_contracts where storer_id = ${organisationId} and id = ${id} limit 1)`,
    },
  },
  sortable: {
    from: sql`t.first_day`,
    createdAtUTC: sql`t.created_at`,
    partner: sql`lower(coalesce(${partnerNameOfTariff}, '')) collate "C"`,
  },
  defaultSort: { by: 'createdAtUTC', descending: true },
  aggregations: [],
  parameters: { query: textParameter('Part of the partner’s name or of the contract’s reference.') },
  docs: findTariffs,
  columns: {
    id: ({ id }) => id,
    scope: ({ scope }) => scope,
    partnerId: ({ partner }) => partner.id,
    partner: ({ partner }) => partner.name,
    storageContractId: ({ storageContract }) => storageContract.id,
    from: ({ fromISO }) => fromISO,
    to: ({ toISO }) => toISO ?? '',
    currency: ({ currency }) => currency,
    vatCode: ({ vatCode }) => vatCode,
    rateIn: rateOf('in'),
    rateOut: rateOf('out'),
    rateStorage: rateOf('storage'),
    storagePer: ({ rates }) => rates.find(({ kind }) => kind === 'storage')?.per ?? '',
    freeDays: ({ rates }) => rates.find(({ kind }) => kind === 'storage')?.freeDays ?? '',
    rateDrying: rateOf('drying'),
    dryingBase: ({ rates }) => rates.find(({ kind }) => kind === 'drying')?.base ?? '',
    rateCleaning: rateOf('cleaning'),
    rateSampling: rateOf('sampling'),
    rateHandling: rateOf('handling'),
    minimum: ({ minimum }) => minimum ?? '',
    ...momentColumns<Tariff>('createdAt', 'createdAtUTC', ({ createdAtUTC }) => createdAtUTC),
  },
}
