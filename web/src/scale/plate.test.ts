import { expect, test } from 'vitest'
import { heardOn, onPlateBefore, takenOff, unheardPlate, type Plate } from './plate.ts'

/** `0 ~6340 42660 take`: weights at rest, in motion with `~`, and a lorry that is taken. */
const hear = (session: string): Plate =>
  session.split(' ').reduce((plate, each) => {
    if (each === 'take') return takenOff(plate)
    const state = each.startsWith('~') ? 'US' : 'ST'
    return heardOn(plate, `${state},GS,${each.replace('~', '').padStart(8)}kg`, 'generic')
  }, unheardPlate)

test.each<[string, string, number | undefined]>([
  ['a plate at zero', '0 ~6340 ~42640 42660', undefined],
  ['one division beside zero', '20 ~6340 42660', undefined],
  ['less than zero by a division', '-20 ~6340 42660', undefined],
  ['mud on the plate', '120 ~6340 ~42640 42660', 120],
  ['a plate that was set to zero with something on it', '-340 ~6340 42660', -340],
  ['mud that was swept off', '120 0 ~6340 42660', undefined],
  ['nothing but the lorry, heard just now', '42660', undefined],
  ['a lorry that was half on when it was first heard', '~6340 ~12800 42660', undefined],
  ['a lorry that stood half on when it was first heard', '6340 ~12800 42660', undefined],
  ['zero between two lorries', '0 42660 take ~6340 0 ~14100 14200', undefined],
  ['an axle left on the plate', '0 42660 take ~9000 340 ~9000 14540', 340],
  ['a heavy axle left on the plate', '0 42660 take ~12000 8200 ~15000 22400', 8200],
  ['a plate that swings past zero and stands at 340', '0 42660 take ~-10 340 ~9000 14540', 340],
  ['two lorries one behind the other', '0 42660 take ~30000 ~12400 ~38000 38020', 12_400],
  ['two lorries with a gap that nobody stood still in', '0 42660 take ~20000 ~10 ~38000 38020', undefined],
  ['the same lorry, taken again', '0 42660 take 42660', undefined],
  ['the same lorry without its driver', '0 42660 take ~42600 42580', undefined],
  ['the same lorry, taken again, of which it was said before', '120 42660 take 42640', 120],
  ['the lorry after one of which it was said', '120 42660 take ~900 0 14200', undefined],
  ['a lorry that is loaded where it stands', '0 15000 take ~30000 44000', undefined],
  ['one of which it was said before', '120 15000 take ~30000 44000', 120],
  ['a lorry that is tipped where it stands', '0 42660 take ~30000 14200', undefined],
  ['nothing on the plate', '0', undefined],
])('%s: %s', (_what, session, expected) => {
  expect(onPlateBefore(hear(session))).toBe(expected)
})

const ST = 'ST,GS,     42660,kg'
const PID = 'PIDST,1,     42660kg,           0kg,00126-000041'

test.each<[string, string[], string | undefined]>([
  ['is that of the weighing', [ST, PID], '00126-000041'],
  ['holds while the weight stands', [ST, PID, ST, ST], '00126-000041'],
  ['ends with another weight', [PID, 'ST,GS,     42680,kg'], undefined],
  ['ends when the lorry moves', [PID, 'US,GS,     42660,kg', ST], undefined],
  ['is a new one for a new weighing', [PID, PID.replace('41', '42')], '00126-000042'],
  ['is none where the instrument has kept nothing', [PID.replace('00126-000041', 'NO')], undefined],
])('the record of the instrument %s', (_what, lines, expected) => {
  const plate = lines.reduce((before, line) => heardOn(before, line, 'dini-argeo'), unheardPlate)
  expect(plate.record?.number).toBe(expected)
})

test('a line without a weight, such as a check digit, is not taken for that of the weight', () => {
  const line = '*0  42660     0'
  const plate = ['Z', line, 'Z'].reduce(
    (before, each) => heardOn(before, each, 'mettler-continuous'),
    unheardPlate,
  )
  expect(plate).toMatchObject({ line, reading: { kg: 42_660, isStable: true } })
})
