import { expect, test } from 'vitest'
import type { Movement } from '../api/operations.ts'
import { lorriesOf } from './lorries.ts'

/** Only what is read of a movement. */
const part = (id: number, weight: number | null, ticketId?: string, lossWeight?: number) =>
  ({
    id,
    inventory: { commodity: { weight: { weight } } },
    ...(ticketId !== undefined && { ticket: { id: ticketId } }),
    ...(lossWeight !== undefined && { drying: { lossWeight } }),
  }) as unknown as Movement

test('a lorry over two bays is one load, as weighed and after drying', () => {
  const lorries = lorriesOf([
    part(1, 12_590.1, 't', 793.17),
    part(2, 9000),
    part(3, 12_589.9, 't', 793.17),
    part(4, null, 'u'),
    part(5, 100, 'u'),
  ])
  expect(
    lorries.map(({ first, parts, weighedNet, afterDrying }) => [
      first.id,
      parts.length,
      weighedNet,
      afterDrying,
    ]),
  ).toEqual([
    [1, 2, 25_180, 23_593.66],
    [2, 1, 9000, 9000],
    [4, 2, undefined, undefined],
  ])
})
