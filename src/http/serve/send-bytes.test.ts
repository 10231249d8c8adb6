import { expect, test } from 'vitest'
import { attachment, findRange } from './send-bytes.ts'

test.each([
  [undefined, 10, undefined],
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=2-', 10, { first: 2, last: 9 }],
  ['bytes=2-99', 10, { first: 2, last: 9 }],
  ['bytes= 2-3 ', 10, { first: 2, last: 3 }],
  ['bytes=-1', 10, { first: 9, last: 9 }],
  ['bytes=-99', 10, { first: 0, last: 9 }],
  ['Bytes=2-3', 10, { first: 2, last: 3 }],
  ['bytes=2-18446744073709551615', 10, { first: 2, last: 9 }],
  ['bytes=18446744073709551615-', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=3-2', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['chars=0-1', 10, undefined],
  ['bytes=0x1-2', 10, undefined],
])('the range %j of %i bytes is %j', (header, sizeBytes, expected) => {
  expect(findRange(header, sizeBytes)).toEqual(expected)
})

test.each([
  ['ticket.pdf', `attachment; filename="ticket.pdf"; filename*=UTF-8''ticket.pdf`],
  ['../../etc/passwd', `attachment; filename="__.._etc_passwd"; filename*=UTF-8''__.._etc_passwd`],
  ['a"; x="b', `attachment; filename="a__ x=_b"; filename*=UTF-8''a_%3B%20x%3D_b`],
  ['a\r\nSet-Cookie: b', `attachment; filename="a__Set-Cookie_ b"; filename*=UTF-8''a__Set-Cookie_%20b`],
  ["Müller's.csv", `attachment; filename="M_ller_s.csv"; filename*=UTF-8''M%C3%BCller%27s.csv`],
  ['a\u202ecod.exe', `attachment; filename="a_cod.exe"; filename*=UTF-8''a_cod.exe`],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''_.txt`],
])('%j is saved by %j', (name, expected) => {
  expect(attachment(name)).toBe(expected)
})
