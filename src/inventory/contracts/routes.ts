import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { closed } from '../../http/validate/schema.ts'
import { describeSearch, searchQuery } from '../../http/search/definition.ts'
import { SearchEnvelope } from '../../http/search/envelope.ts'
import { runSearch, searchTable } from '../../http/search/search.ts'
import { tableFor } from '../table-for.ts'
import { calculateDrying } from './calculate-drying.ts'
import { createContract } from './create-contract.ts'
import { lookupContract } from './lock-contract.ts'
import { getContract } from './queries.ts'
import {
  CalculatedDrying,
  ContractIdParam,
  CreateContractBody,
  DryingQuery,
  LookupQuery,
  StorageContract,
  UpdateContractBody,
  UpdatedContract,
} from './schema.ts'
import { contractSearch } from './search-contracts.ts'
import { updateContract } from './update-contract.ts'

const whatIsSeen =
  'Contracts under which you store grain of others, and those under which others store yours.'
const matrixRules =
  'A loss matrix has no gaps or overlaps, and does not fall while moisture rises; if no row covers the moisture, the loss is ' +
  'computed from dry matter.'
const current = (db: Kysely<Tables>, actor: Actor, params: { id: string }) =>
  getContract(db, actor, params.id)

const drying = {
  agreed: true,
  preAgreedMoistureLevelPercentage: 15,
  intakeSampleLossMatrix: [
    { moistureMinPercentage: 15, moistureMaxPercentage: 17, weightLossPercentage: 2.4 },
    { moistureMinPercentage: 17, moistureMaxPercentage: 20, weightLossPercentage: 5.9 },
  ],
}

/** Storage contracts: whose grain is stored under which terms. */
export const contractOperations: Operation[] = [
  read(
    {
      path: '/contracts',
      title: 'Search Storage Contracts',
      description: `${whatIsSeen} Facets count what you would get by ticking a term with the other filters kept. Weights in kilograms.${describeSearch(contractSearch)}`,
      permission: 'stock:read',
      fromReplica: true,
      query: searchQuery(contractSearch),
      result: SearchEnvelope(StorageContract, closed({})),
      table: (db, actor, { query }) => tableFor(searchTable(db, contractSearch, actor, query), actor),
    },
    async (db, actor, { query }) => ({ ...(await runSearch(db, contractSearch, actor, query)), custom: {} }),
  ),
  read(
    {
      path: '/contracts/lookup',
      title: 'Lookup storage contract',
      description:
        'The contract under which you take in a load of this owner, commodity and type on this date. A contract that names the grade comes first, ' +
        'then the latest to start; 404 if there is none.',
      permission: 'stock:read',
      query: LookupQuery,
      result: StorageContract,
    },
    (db, actor, { query }) => lookupContract(db, actor, query),
  ),
  read(
    {
      path: '/contracts/:id',
      title: 'Retrieve a Storage Contract',
      description:
        `One contract, with how much has come in under it. ${whatIsSeen} The owner’s contact and bank details are shown to that ` +
        'organisation itself and to platform admins; to others they are empty. Weights in kilograms.',
      permission: 'stock:read',
      params: ContractIdParam,
      result: StorageContract,
      isResource: true,
    },
    (db, actor, { params }) => getContract(db, actor, params.id),
  ),
  read(
    {
      path: '/contracts/:id/drying',
      title: 'Calculate drying under a storage contract',
      description:
        'What drying takes of a load of so many kilograms and so much moisture under this contract, as at its intake: by its loss matrix or, where ' +
        'no row covers the moisture, by dry matter. Nothing is stored, and the contract need not run.',
      permission: 'stock:read',
      params: ContractIdParam,
      query: DryingQuery,
      result: CalculatedDrying,
    },
    (db, actor, { params, query }) => calculateDrying(db, actor, params.id, query),
  ),
  write(
    {
      method: 'POST',
      path: '/contracts',
      title: 'Create a new Storage Contract',
      description:
        'Enters a contract under which you store an owner’s grain. The owner is an organisation here, or a trading partner by your own id ' +
        `for it. weightKG in kilograms, moisture and loss in per cent. ${matrixRules}`,
      permission: 'contracts:write',
      body: CreateContractBody,
      result: StorageContract,
      isResource: true,
      location: ({ id }) => `/api/inventory/contracts/${id}`,
      example: {
        ownerOrganisationId: 'hill-farm',
        ownerOrganisationName: 'Hill Farm',
        details: {
          reference: 'ST-2026-014',
          startDateISO: '2026-08-01',
          endDateISO: '2027-07-31',
          services: { cleaning: { agreed: false }, drying },
        },
        inventory: { weightKG: 500_000, commodity: { id: 1, type: 101 }, variety: ['Skyfall'] },
      },
    },
    async (trx, actor, { body }) => getContract(trx, actor, await createContract(trx, actor, body)),
  ),
  write(
    {
      method: 'PUT',
      path: '/contracts/:id',
      title: 'Update storage contract',
      description:
        'Changes the terms that the body gives; what it leaves out stays. Only the organisation that entered the contract may change it; others ' +
        `get 404. Drying terms apply to what comes in from now on. ${matrixRules} Refused with in_use where movements name the ` +
        'contract and another commodity is given. If the contract is made shorter than what has come in, `message` warns: those loads stay ' +
        'under it and can still be corrected.',
      permission: 'contracts:write',
      params: ContractIdParam,
      body: UpdateContractBody,
      result: UpdatedContract,
      isResource: true,
      version: ({ message: _message, ...contract }) => contract,
      current,
      example: {
        details: {
          reference: 'ST-2026-014',
          startDateUTC: '2026-08-01',
          endDateUTC: '2027-07-31',
          services: { drying },
        },
        inventory: { weight: 650_000, commodity: { id: 1, type: 101, grade: 1010101, variety: ['Skyfall'] } },
      },
    },
    async (trx, actor, { params, body }) => {
      const message = await updateContract(trx, actor, params.id, body)
      return { ...(await getContract(trx, actor, params.id)), ...(message !== '' && { message }) }
    },
  ),
]
