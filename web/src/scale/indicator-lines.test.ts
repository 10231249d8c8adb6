import { expect, test } from 'vitest'
import { linesIn, readLine, recordNumberIn, type Make } from './indicator-lines.ts'

// These lines are constructed from the formats that the makes publish. None of them was recorded at an indicator, but for the second of
// Systec: that stands in its note on the alibi memory (“Systec store Approved Weight with Alibi memory”, scribd.com/document/656331490), the
// spaces put in by the widths given there. Dini Argeo: technical manual of the 3590 E, 5.8.1.

const stable = (kg: number) => ({ kg, isStable: true })
const moving = (kg: number) => ({ kg, isStable: false })

test.each<[Make, string, ReturnType<typeof stable> | undefined]>([
  ['generic', 'ST,GS,+  42660kg', stable(42660)],
  ['generic', 'US,NT, 15240 kg', moving(15240)],
  ['generic', 'ST,GS,+  42.66 t', stable(42660)],
  ['generic', 'ST,GS,+  94049 lb', stable(42659.909)],
  ['generic', 'OL,GS,+  99999kg', undefined],
  ['generic', '  14200', stable(14200)],
  ['generic', '14200 kg M', moving(14200)],
  ['generic', '-20 kg', stable(-20)],
  ['generic', 'READY', undefined],
  ['mettler-toledo', 'S S      42660 kg', stable(42660)],
  ['mettler-toledo', 'S D      42640 kg', moving(42640)],
  ['mettler-toledo', 'S S      42.66 t', stable(42660)],
  ['mettler-toledo', 'S +', undefined],
  ['mettler-toledo', 'S I', undefined],
  ['mettler-continuous', '*0  42660     0', stable(42660)],
  ['mettler-continuous', '*8  42640     0', moving(42640)],
  ['mettler-continuous', ')0   4266     0', stable(42660)],
  ['mettler-continuous', '*2     20     0', stable(-20)],
  ['mettler-continuous', '*4  99999     0', undefined],
  ['avery-weigh-tronix', ' 1G       42660kg ', stable(42660)],
  ['avery-weigh-tronix', ' 1GM      42640kg ', moving(42640)],
  ['avery-weigh-tronix', 'Z1G           0kg ', stable(0)],
  ['avery-weigh-tronix', 'O1G       99999kg ', undefined],
  ['rinstrum', '   42660G', stable(42660)],
  ['rinstrum', '   42640M', moving(42640)],
  ['rinstrum', '-     20G', stable(-20)],
  ['rinstrum', '   99999O', undefined],
  ['bilanciai', '$0  42660', stable(42660)],
  ['bilanciai', '$1  42640', moving(42640)],
  ['bilanciai', '$3  99999', undefined],
  ['rice-lake', '   42660KG ', stable(42660)],
  ['rice-lake', '   42640KGM', moving(42640)],
  ['rice-lake', '   94049LG ', stable(42659.909)],
  ['rice-lake', '   99999KGO', undefined],
  ['dini-argeo', 'ST,GS,   42660,kg', stable(42660)],
  ['dini-argeo', 'US,GS,   42640,kg', moving(42640)],
  ['dini-argeo', 'PIDST,1,     42660kg,           0kg,00126-000041', stable(42660)],
  ['dini-argeo', 'PIDST,1,    1500,0kg,PT       2,8kg,00000-000158', stable(1500)],
  ['dini-argeo', 'PIDUS,1,     42640kg,           0kg,NO', moving(42640)],
  ['dini-argeo', 'PIDOL,1,     99999kg,           0kg,NO', undefined],
  ['systec', '<000014.08.2609:3047111   42660       0   42660kg  1  0 1234>', stable(42660)],
  ['systec', '<001014.08.2609:3000001   42640       0   42640kg  1  0 1234>', moving(42640)],
  ['systec', '<000005.06.1813:12   21   20000       0   20000kg     1   27387>', stable(20000)],
  ['systec', '<12>', undefined],
])('%s: “%s”', (make, line, expected) => {
  expect(readLine(line, make)).toEqual(expected)
})

test('a line that has not all arrived waits for the rest of it', () => {
  const first = linesIn('\x02  42660G\x03\x02  426')
  expect(first).toEqual({ lines: ['  42660G'], rest: '  426' })
  expect(linesIn(`${first.rest}80G\x03`)).toEqual({ lines: ['  42680G'], rest: '' })
})

test.each<[Make, string, string | undefined]>([
  ['systec', '<000014.08.2609:3047111   42660       0   42660kg  1  0 1234>', '4711'],
  ['systec', '<001014.08.2609:3000001   42640       0   42640kg  1  0 1234>', undefined],
  ['systec', '<000005.06.1813:12   21   20000       0   20000kg     1   27387>', '2'],
  ['dini-argeo', 'PIDST,1,     42660kg,           0kg,00126-000041', '00126-000041'],
  ['dini-argeo', 'PIDUS,1,     42640kg,           0kg,NO', undefined],
  ['dini-argeo', 'ST,GS,   42660,kg', undefined],
  ['generic', 'ST,GS,+  42660kg', undefined],
])('%s: the record of “%s” is %s', (make, line, expected) => {
  expect(recordNumberIn(line, make)).toBe(expected)
})
