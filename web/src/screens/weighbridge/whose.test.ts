import { expect, test } from 'vitest'
import type { StorageContract } from '../../api/operations.ts'
import { basisOf, bringsOwnedBy, type Basis } from './whose.ts'

// Only that there is one counts here.
const contract = { id: 'c' } as StorageContract
const empty = { weight: 0, isOwned: true, owner: '' }
const own = { weight: 100, isOwned: true, owner: 'Us' }
const theirs = { weight: 100, isOwned: false, owner: 'Brook' }
const others = { weight: 100, isOwned: false, owner: 'Hill' }

test.each<
  [string, Basis | '', StorageContract | null | undefined, typeof own, boolean | undefined, Basis | undefined]
>([
  ['nobody has said: it is asked, and never taken for ours', '', null, empty, undefined, undefined],
  ['nobody has said, and our own grain lies there', '', null, own, undefined, undefined],
  ['the sender’s grain lies there', '', null, theirs, undefined, 'stored'],
  ['another’s grain lies there', '', null, others, undefined, undefined],
  ['remembered as bought', '', null, empty, true, 'bought'],
  ['remembered as stored', '', null, empty, false, 'stored'],
  ['remembered as bought, and the sender’s grain lies there', '', null, theirs, true, 'stored'],
  ['a contract', '', contract, empty, true, 'contract'],
  ['a contract, and our own grain lies there', '', contract, own, undefined, 'bought'],
  ['whether there is a contract is not known', '', undefined, empty, true, undefined],
  ['not known, and said', 'stored', undefined, empty, undefined, 'stored'],
  ['said against what was remembered', 'bought', null, empty, false, 'bought'],
  ['said against the contract', 'bought', contract, empty, undefined, 'bought'],
  ['under a contract that there is no more', 'contract', null, empty, false, 'stored'],
  ['under a contract of which nothing is known', 'contract', undefined, empty, false, undefined],
])('%s', (_case, said, found, bay, bringsOwned, expected) => {
  expect(basisOf({ said, contract: found, sender: 'Brook', bay, bringsOwned })).toBe(expected)
})

test('what the service has not heard of yet goes before what it remembers, and that before what it has heard', () => {
  const ticket = (name: string, basis: Basis, bookedAt?: string) => ({
    party: { id: name, name },
    basis,
    isBasisSaid: true,
    ...(bookedAt && { bookedAt }),
  })
  const brings = bringsOwnedBy(
    [
      { name: 'Brook', bringsOwned: true },
      { name: 'Hill', bringsOwned: false },
      { name: 'Nobody', bringsOwned: null },
    ],
    [
      ticket('Brook', 'stored'),
      ticket('Brook', 'bought'),
      ticket('Hill', 'bought', '2026-08-14T10:00:00Z'),
      ticket('House', 'bought', '2026-08-14T09:00:00Z'),
      ticket('Deal', 'contract'),
    ],
  )
  expect(Object.fromEntries(brings)).toEqual({ Brook: false, Hill: false, House: true })
})
