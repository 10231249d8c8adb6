import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Letterhead } from '../../api/operations.ts'
import { now } from '../../api/clock.ts'
import { useMe } from '../../api/session.ts'
import { letterheadQuery } from '../../frame/letterhead.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import { notePrinted } from '../../offline/outbox.ts'
import type { Ticket } from '../../offline/tickets.ts'
import { papers, useDeviceSettings, type Paper } from '../../scale/device-settings.ts'
import { CameraCode } from '../../ui/camera-code.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { fileNameOf, isHalfWeighed, netOf, placesOnPaper } from './ticket-facts.ts'
import { messages as ticketMessages } from './messages.ts'
import { useMeasureName } from '../../stock/measure-names.ts'
import { bookQuery } from './book-of-tickets.ts'
import type { ReferenceData } from './reference-data.ts'
import { ticketPaperMessages } from './paper-messages.ts'
import { messages } from './yard-messages.ts'

/** Width and margin in millimetres; a roll is as long as its ticket. */
const sizes: Record<Paper, { width: number; margin: number; length?: number }> = {
  a6: { width: 105, margin: 6, length: 148 },
  roll80: { width: 80, margin: 4 },
  roll58: { width: 58, margin: 3 },
}
const MM_IN_PIXEL = 25.4 / 96

interface Props {
  ticket: Ticket
  /** Grains by their names: a ticket has the number of its grade. */
  grains: ReferenceData['grains']
  onPrinted: () => void
}

/** The ticket on paper, by the browser's own print. Each print after the first says that it is a copy. */
export function TicketPaper({ ticket, grains, onPrinted }: Props) {
  const { paper } = useDeviceSettings()
  const formats = useFormats()
  const words = useMessages(ticketPaperMessages)
  const element = useRef<HTMLElement>(null)
  const name = useEffectEvent(() => {
    const title = say(words.ticketNumber, { number: ticket.reference })
    return fileNameOf(title, ticket, formats.dayOf(ticket.openedAt))
  })
  const done = useEffectEvent(() => {
    document.adoptedStyleSheets = []
    // One that this device cannot keep is printed all the same.
    void notePrinted(ticket).then(onPrinted, onPrinted)
  })
  useEffect(() => {
    const hear = () => done()
    const { title } = document
    let isGone = false
    void drawn(element.current).then(() => {
      if (isGone) return
      const page = new CSSStyleSheet()
      const pixels = element.current?.scrollHeight ?? 0
      page.replaceSync(pageRule(paper, pixels))
      if (element.current) element.current.style.zoom = String(zoomOf(paper, pixels))
      document.adoptedStyleSheets = [page]
      addEventListener('afterprint', hear, { once: true })
      // A browser that prints into a file names it so.
      document.title = name()
      print()
    })
    return () => {
      isGone = true
      document.title = title
      removeEventListener('afterprint', hear)
    }
  }, [paper])
  return (
    <section ref={element} className={`paper ${paper}`} aria-label={papers[paper]}>
      <TicketText ticket={ticket} grains={grains} />
    </section>
  )
}

/** Waits for the logo: what is printed before it is there has none. */
async function drawn(element: HTMLElement | null): Promise<void> {
  await Promise.allSettled([...(element?.querySelectorAll('img') ?? [])].map((image) => image.decode()))
}

/** Calculates how much smaller to print a ticket so that it fits on one page, however many bays and measures it has. */
function zoomOf(paper: Paper, pixels: number): number {
  const { margin, length } = sizes[paper]
  if (length === undefined || pixels === 0) return 1
  const room = (length - 2 * margin - 1) / MM_IN_PIXEL
  return Math.min(1, room / pixels)
}

function pageRule(paper: Paper, pixels: number): string {
  const { width, margin, length } = sizes[paper]
  const own = Math.ceil(pixels * MM_IN_PIXEL) + 2 * margin + 1
  return `@page { size: ${width}mm ${length ?? own}mm; margin: ${margin}mm }`
}

/** Lays out a ticket in the order of the service's (src/inventory/papers/layout/ticket.ts); missing, typed or remembered weights are marked. */
function TicketText({ ticket, grains }: Pick<Props, 'ticket' | 'grains'>) {
  const y = useMessages(messages)
  const words = useMessages(ticketPaperMessages)
  const m = useMessages(ticketMessages)
  const nameOf = useMeasureName()
  const language = useLanguage()
  const formats = useFormats()
  const { organisation, userName } = useMe()
  const letterhead = useQuery(letterheadQuery).data?.result
  const known = useQuery(bookQuery).data?.find(({ id }) => String(id) === ticket.movementId)
  const number = known?.documentNumber ?? ''
  const { kind, party, emptyIsRemembered, typed, printed, printedAt, reference, contract, basis } = ticket
  const kg = (value: number | null | undefined) => (value == null ? y.notWeighed : formats.weight(value))
  const scaleOf = (name: 'full' | 'empty') => {
    const { device, recordNumber: number } = (!typed.includes(name) && ticket.read?.[name]) || {}
    return [device, number !== undefined && say(words.record, { number })]
  }
  const reading = (name: 'full' | 'empty') =>
    [
      kg(ticket[name]),
      name === 'empty' && emptyIsRemembered && words.tareRemembered,
      typed.includes(name) && y.typed,
      ...scaleOf(name),
    ]
      .filter(Boolean)
      .join(', ')
  const owner = basis && (basis === 'bought' ? organisation.name : party.name)
  const rows: [string, string | undefined][] = [
    [words.date, formats.datedMoment(ticket.openedAt)],
    [y.reference, reference],
    [y.lorry, ticket.vehicle],
    [m.driver, ticket.driver],
    [y.from, kind === 'in' ? party.name : placesOnPaper(ticket, 'from')],
    [y.to, kind === 'out' ? party.name : placesOnPaper(ticket, 'to')],
    [m.grain, grainText(ticket, grains)],
    [y.owner, owner],
    [y.contract, contract?.reference],
    [m.full, reading('full')],
    [m.empty, reading('empty')],
  ]
  const measured = (ticket.measured ?? []).map((each): [string, string] => [
    nameOf(each.name, each.label),
    `${measureText(each.value, language)} ${each.metric}`.trim(),
  ])
  return (
    <>
      <Letterhead letterhead={letterhead} name={organisation.name} />
      <h2>{say(words.ticketNumber, { number: number || reference })}</h2>
      {number === '' && <p className="small">{words.numberFollows}</p>}
      {printed > 0 && (
        <p className="copy">
          {say(words.copy, {
            n: printed + 1,
            number: number || reference,
            at: formats.datedMoment(printedAt ?? ticket.openedAt),
          })}
        </p>
      )}
      {isHalfWeighed(ticket) && <p className="copy">{words.unfinished}</p>}
      <FactList facts={rows} />
      <FactList className="net" facts={[[m.net, kg(netOf(ticket))]]} />
      <FactList facts={measured} />
      <CameraCode text={`granary:${reference}`} />
      <p className="small">{say(words.printed, { at: formats.datedMoment(now()), by: userName })}</p>
      <p className="signed">{words.signed}:</p>
      {letterhead?.foot && <p className="small">{letterhead.foot}</p>}
    </>
  )
}

/** Logo, name, and what else the organisation prints at the head. */
function Letterhead({ letterhead, name }: { letterhead: Letterhead | undefined; name: string }) {
  const {
    logo = '',
    address = '',
    telephone = '',
    registrationNumber,
    taxNumber,
    assuranceNumbers,
  } = letterhead ?? {}
  const numbers = [registrationNumber, taxNumber, assuranceNumbers].filter(Boolean).join(' · ')
  return (
    <>
      {logo !== '' && <img className="logo" src={logo} alt="" />}
      <p>{name}</p>
      {[address.split('\n').filter(Boolean).join(', '), telephone, numbers].filter(Boolean).map((line) => (
        <p key={line} className="small">
          {line}
        </p>
      ))}
    </>
  )
}

/** Commodity, grade, variety and year in one line. */
function grainText({ grain, harvestYear }: Ticket, grains: ReferenceData['grains']): string {
  const { gradeName } =
    grains.find(({ id, type, grade }) => id === grain.id && type === grain.type && grade === grain.grade) ??
    {}
  return [grain.name, gradeName, grain.variety, harvestYear].filter(Boolean).join(' · ')
}
