import { expect, test } from 'vitest'
import { connectionOf } from './connection.ts'

const waits = { state: 'waiting' }

test.each([
  ['nothing waits', [], { isOnline: true, isLocked: false }, 'done'],
  ['nobody answers', [], { isOnline: false, isLocked: false }, 'away'],
  ['it is on its way', [waits], { isOnline: true, isLocked: false }, 'sending'],
  ['the network is away', [waits], { isOnline: false, isLocked: false }, 'waiting'],
  ['the session is over', [waits], { isOnline: true, isLocked: true }, 'locked'],
  ['the session is over and the network away', [waits], { isOnline: false, isLocked: true }, 'locked'],
  ['one was refused', [waits, { state: 'refused' }], { isOnline: true, isLocked: true }, 'refused'],
])('where %s', (_what, list, at, expected) => {
  expect(connectionOf(list, at)).toBe(expected)
})
