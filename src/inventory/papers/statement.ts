import type { Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import {
  cellsOf,
  momentColumns,
  type TableCell,
  type TableColumns,
  type TableFile,
} from '../../http/table.ts'
import { closed, named, NamedId, oneOf } from '../../http/validate/schema.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import { payers } from '../records/loss-reasons.ts'
import { cut, readStatement, type StatementRequest, type StorerGrain } from './statement-facts.ts'

const kinds = ['opening', 'in', 'harvest', 'out', 'loss', 'gain', 'from-others', 'to-others'] as const

const kilograms = (description: string) => Type.Number({ description: `Kilograms: ${description}.` })

const Line = closed({
  at: Type.String(),
  kind: oneOf(
    kinds,
    'opening: stock that was there when the books began. in, out: a load. harvest: straight off a field. loss, gain: with its reason. ' +
      'from-others, to-others: it became, or had been, the grain of another owner in the same store.',
  ),
  movementId: Type.Integer({ description: 'The load; 0 where there is none.' }),
  number: Type.Optional(Type.String({ description: 'The number of its ticket; empty where it has none.' })),
  party: Type.String({ description: 'From whom it came, or to whom it went.' }),
  reasonId: Type.Integer({
    description: 'Of a loss or a gain, from GET /api/inventory/reasons; otherwise 0.',
  }),
  reason: Type.String(),
  payer: oneOf(
    ['', ...payers],
    'Who bears a loss; empty of anything else, and in a store of the owner’s own.',
  ),
  vehicle: Type.String(),
  reference: Type.String(),
  change: kilograms('negative for what went'),
  balance: kilograms('what lies there after it'),
  happenedAt: Type.Optional(
    Type.String({ description: 'The true day of a load that was entered late; left out where it has none.' }),
  ),
})

export const OwnerStatement = named('OwnerStatement', {
  ownerId: Type.String(),
  owner: Type.String(),
  from: Type.String(),
  at: Type.String({ description: 'The end.' }),
  groups: Type.Array(
    closed({
      commodity: NamedId,
      storerId: Type.String({ description: 'Who keeps it.' }),
      storerName: Type.String(),
      opening: kilograms('what lay there before'),
      cameIn: kilograms('loads in'),
      wentOut: kilograms('loads out'),
      lost: kilograms('losses'),
      found: kilograms('gains'),
      closing: kilograms('what lies there at the end'),
      lines: Type.Array(Line, {
        description: 'In the order of time. Of more than 1,500 in all the newest; CSV has all of them.',
      }),
    }),
    {
      description:
        'One for each commodity and keeper. opening + cameIn − wentOut − lost + found is closing, to the gram.',
    },
  ),
  leftOut: Type.Integer({ description: 'How many lines are left out, the oldest. The sums count them.' }),
})
export type OwnerStatement = Static<typeof OwnerStatement>
type WireLine = Static<typeof Line>

/** An owner's statement as data: the figures that are printed. */
export async function ownerStatement(
  db: Kysely<Tables>,
  actor: Actor,
  asked: StatementRequest,
): Promise<OwnerStatement> {
  const { owner, kept } = await readStatement(db, actor, asked)
  return {
    ownerId: asked.ownerId,
    owner,
    from: asked.from.toISOString(),
    at: asked.at.toISOString(),
    ...cut(kept.map(groupToWire)),
  }
}

function groupToWire({ storerId, storerName, group }: StorerGrain): OwnerStatement['groups'][number] {
  const { grain, opening, cameIn, wentOut, lost, found, closing, lines } = group
  let balance = gramsFromKilograms(opening)
  return {
    commodity: { id: grain.commodityId, name: grain.commodity },
    storerId,
    storerName,
    opening,
    cameIn,
    wentOut,
    lost,
    found,
    closing,
    lines: lines.map((line) => {
      balance += gramsFromKilograms(line.change)
      return { ...line, balance: kilogramsFromGrams(balance) }
    }),
  }
}

interface Row {
  group: OwnerStatement['groups'][number]
  line: Pick<WireLine, 'at' | 'balance'> & Partial<WireLine>
  /** The balance before and after has a row of its own. */
  kind: WireLine['kind'] | 'brought-forward' | 'carried-forward'
}

/** All lines of a statement as CSV, between the balance before and the one at the end. */
export function statementTable(db: Kysely<Tables>, actor: Actor, asked: StatementRequest): TableFile {
  async function* rows(): AsyncGenerator<TableCell[]> {
    const { kept } = await readStatement(db, actor, asked)
    for (const group of kept.map(groupToWire)) {
      const { opening, closing, lines } = group
      const before = { at: asked.from.toISOString(), balance: opening }
      yield cellsOf(columns, { group, line: before, kind: 'brought-forward' }, actor.timeZone)
      for (const line of lines) yield cellsOf(columns, { group, line, kind: line.kind }, actor.timeZone)
      const after = { at: asked.at.toISOString(), balance: closing }
      yield cellsOf(columns, { group, line: after, kind: 'carried-forward' }, actor.timeZone)
    }
  }
  return { fileName: 'statement', columns: Object.keys(columns), rows: rows() }
}

const columns: TableColumns<Row> = {
  commodity: ({ group }) => group.commodity.name,
  storerId: ({ group }) => group.storerId,
  storer: ({ group }) => group.storerName,
  ...momentColumns<Row>('date', 'at', ({ line }) => line.at),
  kind: ({ kind }) => kind,
  movementId: ({ line }) => line.movementId || '',
  number: ({ line }) => line.number ?? '',
  party: ({ line }) => line.party ?? '',
  reason: ({ line }) => line.reason ?? '',
  payer: ({ line }) => line.payer ?? '',
  vehicle: ({ line }) => line.vehicle ?? '',
  reference: ({ line }) => line.reference ?? '',
  change: ({ line }) => line.change ?? '',
  balance: ({ line }) => line.balance,
  ...momentColumns<Row>('happened', 'happenedAtUTC', ({ line }) => line.happenedAt ?? ''),
}
