import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { ChecksFacts } from '../facts.ts'
import { column, head, INK_2, leftOut, paperPageOf, right, type Pen } from './drawn.ts'

type Check = ChecksFacts['checks'][number]

/** Bay checks of a store over a time: each with its findings, by whom, and what was beyond the limits. */
export function checksSheet(pen: Pen, facts: ChecksFacts): Sheet {
  const { words, formats } = pen
  const { store, from, at, checks } = facts
  const alarming = checks.filter(({ alarms }) => alarms.length > 0)
  const [count, withAlarms] = [checks.length, alarming.length].map((each) => formats.figure(each))
  const about = [
    store,
    from === ''
      ? words.upTo({ day: formats.day(at) })
      : words.period({ from: formats.day(from), to: formats.day(at) }),
    limitsOf(pen, facts),
    words.checksCounted({ count: count ?? '', alarming: withAlarms ?? '' }),
  ]
  const content = checks.length === 0 ? { text: words.noChecks } : tableOf(pen, checks)
  return paperPageOf(pen, `${words.checks}: ${store}`, [
    ...head(pen, { title: words.checks }, about),
    ...leftOut(pen, facts.leftOut, words.inTheChecksCsv),
    content,
  ])
}

/** Names the limits that the store has now, by which alarms are told. */
function limitsOf({ words, formats }: Pen, { limits }: ChecksFacts): string {
  const { everyDays, temperature, rise, moisture } = limits
  const said = [
    everyDays === null ? '' : words.everyDays({ n: everyDays }),
    temperature === null ? '' : words.mostTemperature({ celsius: formats.figure(temperature) }),
    rise === null ? '' : words.mostRise({ celsius: formats.figure(rise) }),
    moisture === null ? '' : words.mostMoisture({ percent: formats.figure(moisture) }),
  ].filter(Boolean)
  return said.length === 0 ? '' : words.checkPlan({ limits: said.join(' · ') })
}

function tableOf(pen: Pen, checks: Check[]): Content {
  const { words } = pen
  return {
    table: {
      widths: [66, 66, 50, 48, '*', 84, 72],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [
        [
          column(words.date),
          column(words.bay),
          column(words.hottest, 'right'),
          column(words.moisturePercent, 'right'),
          column(words.findings),
          column(words.alarms),
          column(words.checkedBy),
        ],
        ...checks.map((check) => rowOf(pen, check)),
      ],
    },
    layout: 'rows',
    fontSize: 8,
  }
}

function rowOf({ words, formats }: Pen, check: Check): Content[] {
  const { at, bay, hottest, probes, moisture, insects, smell, rodents, alarms, note, by } = check
  const small = (text: string): Content => ({ text, color: INK_2, fontSize: 7, alignment: 'right' })
  const findings = [
    insects === null ? '' : words[`insects ${insects}`],
    smell === null ? '' : words[`smell ${smell}`],
    rodents === null ? '' : words[`rodents ${rodents}`],
  ].filter(Boolean)
  return [
    formats.moment(at),
    bay,
    {
      stack: [
        right(hottest === null ? '–' : formats.figure(hottest)),
        ...(probes > 1 ? [small(words.ofProbes({ n: formats.figure(probes) }))] : []),
      ],
    },
    right(moisture === null ? '–' : formats.figure(moisture)),
    {
      stack: [
        ...(findings.length === 0 ? [] : [findings.join(' · ')]),
        ...(note === '' ? [] : [{ text: note, color: INK_2 }]),
      ],
    },
    { text: alarms.map((alarm) => words[`alarm ${alarm}`]).join(', '), bold: true },
    by,
  ]
}
