import { coneMetres, heapKilograms, volumeCubicMetres, type HeapShape } from '../../../kernel/heap.ts'
import type { Content } from '../../../http/pdf/sheet.ts'
import type { HowMeasured } from '../../stocktakes/how-measured.ts'
import type { CountOnPaper } from '../facts.ts'
import { column, heading, INK_2, right, type Pen } from './drawn.ts'

type Volume = NonNullable<HowMeasured['volume']>

/** Each count by itself: by whom, how it was measured, so that somebody can do the sum again, and what was noted. */
export function howCounted(pen: Pen, counts: CountOnPaper[]): Content[] {
  if (counts.length === 0) return []
  const { words, formats } = pen
  const weights = formats.column(counts.map(({ weight }) => weight))
  return [
    heading(words.howCounted),
    {
      table: {
        widths: [88, 80, 'auto', '*', 110],
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        body: [
          [
            column(words.storeAndBay),
            column(words.countedBy),
            column(words.counted({ unit: formats.unit }), 'right'),
            column(words.howMeasured),
            column(words.noteOfCount),
          ],
          ...counts.map((count): Content[] => [
            `${count.store}, ${count.bay}`,
            {
              stack: [count.countedBy, { text: formats.moment(count.countedAt), color: INK_2, fontSize: 7 }],
            },
            right(weights(count.weight)),
            { stack: measureOf(pen, count.how) },
            count.note,
          ]),
        ],
      },
      layout: 'rows',
      fontSize: 8,
    },
  ]
}

function measureOf(pen: Pen, how: HowMeasured | null): Content[] {
  const { words } = pen
  if (how === null) return [{ text: words.howNotSaid, color: INK_2 }]
  if (how.method === 'weighed') return [words.weighedOut]
  return how.volume ? [words.byVolume, ...volumeOf(pen, how.volume)] : [words.byVolume]
}

/** The form with its lengths, and the sum: cubic metres by density and packing, and by how much it may be out. */
function volumeOf({ words, formats }: Pen, volume: Volume): Content[] {
  const { form, top, angleDegrees, densityKgPerHl, packingFactor, spreadPercent } = volume
  const lengths = (['length', 'width', 'diameter', 'height', 'topHeight', 'hopperHeight'] as const).flatMap(
    (name) => {
      const metres = volume.lengthsMetres[name]
      return metres === undefined ? [] : `${words[`length ${name}`]}\u00a0${formats.figure(metres)}\u00a0m`
    },
  )
  const angle = angleDegrees == null ? [] : [`${words.angle} ${formats.figure(angleDegrees)}°`]
  const shape = shapeOf(volume)
  const cubicMetres = volumeCubicMetres(shape)
  const factors = {
    density: formats.figure(densityKgPerHl),
    packing: formats.figure(packingFactor),
    spread: formats.percent(spreadPercent).replace(' ', '\u00a0'),
  }
  const sum =
    cubicMetres === 0
      ? words.heapWithoutVolume(factors)
      : words.heapSum({
          ...factors,
          volume: formats.figure(Math.round(cubicMetres * 10) / 10),
          weight: formats.wholeWeight(heapKilograms(shape, { densityKgPerHl, packingFactor })),
        })
  const topped = top == null || form === 'cone' ? [] : [words[`top ${top}`]]
  return [
    { text: [words[`form ${form}`], ...topped].join(', '), color: INK_2 },
    { text: [...lengths, ...angle].join(' · '), color: INK_2 },
    { text: sum, color: INK_2 },
  ]
}

/** A count has what stands above the wall side; a heap is computed by the height of its ridge from the floor. */
function shapeOf({ form, top, lengthsMetres, angleDegrees }: Volume): HeapShape {
  const { length, width, diameter = 0, height = 0, topHeight, hopperHeight = 0 } = lengthsMetres
  const above = topHeight ?? (angleDegrees == null ? 0 : coneMetres(diameter, angleDegrees))
  return {
    form,
    top: top ?? (form === 'cone' ? 'cone' : 'level'),
    lengthsMetres: {
      ...(length !== undefined && { length }),
      ...(width !== undefined && { width }),
      diameter,
      depth: height,
      peak: height + (topHeight ?? 0),
      cone: above,
      hopper: hopperHeight,
    },
  }
}
