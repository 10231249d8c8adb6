import { useEffect, useEffectEvent, useRef } from 'react'
import { encode } from 'uqr'
import { useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { keep } from '../../offline/outbox.ts'
import type { Ticket } from '../../offline/store.ts'
import { papers, useDeviceSettings, type Paper } from '../../scale/device-settings.ts'
import { netOf, placesOf } from './entries.ts'
import { messages as ticketMessages } from './messages.ts'
import { messages } from './yard-messages.ts'

/** Width and margin in millimetres; a roll is as long as its ticket. */
const sizes: Record<Paper, { width: number; margin: number; length?: number }> = {
  a6: { width: 105, margin: 6, length: 148 },
  roll80: { width: 80, margin: 4 },
  roll58: { width: 58, margin: 3 },
}
const MM_IN_PIXEL = 25.4 / 96

/** The ticket on paper, by the browser's own print. Each print after the first says that it is a copy. */
export function TicketPaper({ ticket, onPrinted }: { ticket: Ticket; onPrinted: () => void }) {
  const { paper } = useDeviceSettings()
  const element = useRef<HTMLElement>(null)
  const done = useEffectEvent(() => {
    document.adoptedStyleSheets = []
    void keep({ ...ticket, printed: ticket.printed + 1 }).then(onPrinted)
  })
  useEffect(() => {
    const page = new CSSStyleSheet()
    page.replaceSync(pageRule(paper, element.current?.scrollHeight ?? 0))
    document.adoptedStyleSheets = [page]
    const hear = () => done()
    addEventListener('afterprint', hear, { once: true })
    print()
    return () => removeEventListener('afterprint', hear)
  }, [paper])
  return (
    <section ref={element} className={`paper ${paper}`} aria-label={papers[paper]}>
      <TicketText ticket={ticket} />
    </section>
  )
}

function pageRule(paper: Paper, pixels: number): string {
  const { width, margin, length } = sizes[paper]
  const own = Math.ceil(pixels * MM_IN_PIXEL) + 2 * margin + 1
  return `@page { size: ${width}mm ${length ?? own}mm; margin: ${margin}mm }`
}

/** What stands on a ticket. What nobody weighed says so; what was typed or remembered, too. */
function TicketText({ ticket }: { ticket: Ticket }) {
  const y = useMessages(messages)
  const m = useMessages(ticketMessages)
  const formats = useFormats()
  const { organisation } = useMe()
  const { kind, party, emptyIsRemembered, typed, printed } = ticket
  const kg = (value: number | null | undefined) => (value == null ? y.notWeighed : `${formats.kg(value)} kg`)
  const reading = (name: 'full' | 'empty') =>
    [
      kg(ticket[name]),
      name === 'empty' && emptyIsRemembered && y.tareRemembered,
      typed.includes(name) && y.typed,
    ]
      .filter(Boolean)
      .join(', ')
  const rows: [string, string | undefined][] = [
    [m.vehicle, ticket.vehicle],
    [m.driver, ticket.driver],
    [y.from, kind === 'in' ? party.name : placesOf(ticket, 'from')],
    [y.to, kind === 'out' ? party.name : placesOf(ticket, 'to')],
    [m.grain, `${ticket.grain.name} ${ticket.harvestYear}`.trim()],
    [m.variety, ticket.grain.variety],
    [m.full, reading('full')],
    [m.empty, reading('empty')],
    [m.net, kg(netOf(ticket))],
    ...(ticket.measured ?? []).map(({ name, value, metric }): [string, string] => [
      name,
      `${value} ${metric}`.trim(),
    ]),
    [y.date, formats.moment(ticket.openedAt)],
  ]
  return (
    <>
      <p>{organisation.name}</p>
      <h2>
        {ticket.reference}
        {printed > 0 && ` · ${say(y.copy, { n: printed + 1 })}`}
      </h2>
      <dl>
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Code text={`granary:${ticket.reference}`} />
    </>
  )
}

/** The reference as a code for a camera. */
function Code({ text }: { text: string }) {
  const { data, size } = encode(text)
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg viewBox={`-2 -2 ${size + 4} ${size + 4}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
