import { describe, expect, test } from 'vitest'
import { backupName, momentOfBackup, surplusBackups } from './retention-rules.ts'
import { scheduleOf } from './schedule.ts'
import { compareVersions } from './update-check.ts'

const nameOn = (day: string, time = '02:00:00') => backupName(new Date(`${day}T${time}Z`))

describe('which backups are kept', () => {
  test('of each of the last days, weeks and months the newest', () => {
    const first = Date.parse('2026-01-01T02:00:00Z')
    const nightly = Array.from({ length: 334 }, (_, day) => backupName(new Date(first + day * 86_400_000)))
    expect(nightly.at(-1)).toBe(nameOn('2026-11-30'))
    const surplus = new Set(surplusBackups(nightly, { days: 3, weeks: 2, months: 4 }))
    const kept = nightly.filter((name) => !surplus.has(name))
    expect(kept).toEqual(
      // The ends of August, September and October, the Sunday before, and the last three days.
      ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) =>
        nameOn(day),
      ),
    )
  })

  test.each([
    ['the newest stays in any case', [nameOn('2026-11-30')], { days: 0, weeks: 0, months: 0 }, []],
    [
      'of one day the newest',
      [nameOn('2026-11-30'), nameOn('2026-11-30', '09:00:00')],
      { days: 7, weeks: 4, months: 12 },
      [nameOn('2026-11-30')],
    ],
    [
      'days without a backup are not counted',
      [nameOn('2026-11-01'), nameOn('2026-11-30')],
      { days: 2, weeks: 0, months: 0 },
      [],
    ],
    [
      'what is no backup of ours is nobody’s to remove',
      [
        'holiday.jpg',
        'granary-old.granary',
        `${nameOn('2026-11-01')}.a1b2c3.unfinished`,
        nameOn('2026-11-30'),
      ],
      { days: 1, weeks: 0, months: 0 },
      [],
    ],
  ])('%s', (_title, names, keep, surplus) => {
    expect(surplusBackups(names, keep)).toEqual(surplus)
  })

  test('a name says the moment', () => {
    expect(momentOfBackup(nameOn('2026-11-30'))).toEqual(new Date('2026-11-30T02:00:00Z'))
    expect(momentOfBackup('granary-2026-13-45T990000Z.granary')).toBeUndefined()
  })
})

describe('schedules', () => {
  test.each(['02:30', '2:30', '30 2 * * *', '0 4 * * 0', '*/15 * * * 1-5'])('%s is one', (text) => {
    const schedule = scheduleOf(text)
    const now = new Date()
    const [last, next] = [schedule?.previous(now), schedule?.next(now)]
    expect(last?.getTime()).toBeLessThan(now.getTime())
    expect(next?.getTime()).toBeGreaterThan(now.getTime())
  })

  test.each(['', 'nightly', '24:00', '2:5', '0 0 30 2 *', '* * * * * *', '61 * * * *'])(
    '“%s” is none',
    (text) => {
      expect(scheduleOf(text)).toBeUndefined()
    },
  )

  test('a time of day is that of the machine’s clock', () => {
    const at = scheduleOf('02:30')?.next(new Date())
    expect([at?.getHours(), at?.getMinutes()]).toEqual([2, 30])
  })
})

test.each([
  ['1.0.0', '1.0.0', 0],
  ['1.10.0', '1.9.3', 1],
  ['0.9.0', '1.0.0', -1],
  ['1.0.0-rc.1', '1.0.0', -1],
  ['1.0.0-rc.10', '1.0.0-rc.9', 1],
])('%s beside %s', (one, other, order) => {
  expect(compareVersions(one, other)).toBe(order)
})
