import { expect, test } from 'vitest'
import { fc } from '../../../test/seed.ts'
import { safeCell } from '../../http/csv.ts'
import { tidied } from '../../kernel/names.ts'
import { cleaned, protect } from './cells.ts'

test('whatever an export holds back from being a formula is read as it was', () => {
  const text = fc.string({ unit: fc.constantFrom('=', "'", ';', ',', '\n', '-', '＝', 'a', '1', '.') })
  fc.assert(
    fc.property(text, (each) => {
      expect(cleaned(safeCell(protect(tidied(each))))).toBe(tidied(each))
    }),
  )
})
