import { expect } from 'vitest'
import { BaysOfDay } from './test-bays.ts'
import { due } from './outbox-sending.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Tap } from './test-taps.ts'
import { firstOf, placeOf, secondOf, ticketOf, withBoth, type Typed } from './test-tickets.ts'
import { Device, Service, type Tab } from './test-world.ts'
import { isTicket, type Ticket, type Waiting } from './tickets.ts'

/** An entry that somebody typed, and that the page reported as stored. */
interface Fact {
  typed: Typed
  /** Second weighings that were taken of it, each with its device. */
  finishes: { device: Device; kg: number; bay: number | null }[]
  /** Somebody chose between two weighings, or gave one up, with a reason. */
  isDecided: boolean
}

/** A day, and what was typed in it. */
export class Day {
  readonly service = new Service()
  readonly facts = new Map<string, Fact>()
  readonly unkept: { tab: number; typed: Typed }[] = []
  readonly devices: Device[]
  readonly tabs: Tab[]
  readonly bays = new BaysOfDay()
  private count = 0
  constructor(shelves: [OutboxStore, OutboxStore]) {
    const [bridge, phone] = [new Device(this.service, shelves[0]), new Device(this.service, shelves[1])]
    this.devices = [bridge, phone]
    this.tabs = [bridge.open(), bridge.open(), phone.open()]
  }

  at(place: number): Tab {
    const found = this.tabs[place]
    if (!found) throw new Error(`no tab ${place}`)
    return found
  }

  async tap(event: Tap): Promise<void> {
    const page = this.at(event.tab)
    const { device } = page
    if ('line' in event) device.line = event.line
    else if ('days' in event) device.clockDays = event.days
    else if ('isFull' in event) device.isFull = event.isFull
    else if ('who' in event) device.person = event.who
    else if (event.what === 'kill') this.tabs[event.tab] = device.open()
    else if (!device.isFull || event.what === 'enter') await this.act(event, page)
    const before = page.timesAgain
    await page.flush()
    await this.expectSent(page, before)
    // What is stuck stays so until the page is loaded again.
    if (device.line === 'stuck')
      this.tabs.forEach((each, place) => each.device === device && (this.tabs[place] = device.open()))
  }

  /** Expects that everything sendable was sent, a second step right after its first: nobody waits for the next look without a reason. */
  private async expectSent({ device, timesAgain }: Tab, before: number): Promise<void> {
    if (device.line !== 'up' || device.person === undefined || device.isFull || timesAgain > before) return
    expect(due((await device.shelf.read()).entries, 'hill')).toEqual([])
  }

  private async act(event: Tap, page: Tab): Promise<void> {
    if ('good' in event && 'kg' in event)
      return this.save(event.tab, {
        form: `form-${++this.count}`,
        full: 30_000 + this.count,
        empty: event.kg,
        isGood: event.good,
        isOlder: event.isOlder,
      })
    if ('isGood' in event) return this.bays.count(event.tab, page, event, this.clockOf(event.tab))
    if (!('pick' in event)) return
    if (event.what === 'count again') return this.bays.countAgain(event.tab, page, event.pick)
    if (event.what === 'save again') {
      const again = chosen(
        [...this.facts.values()].filter(({ isDecided }) => !isDecided),
        event.pick,
      )
      // Of one device alone: a form is not seen on another.
      if (again && event.tab < 2 && this.isOf(again, 0)) await this.save(0, again.typed)
    } else if ('kg' in event) await this.finish(page, event)
    else await this.decide(page, event)
  }

  private readonly places = new Map<string, number>()
  private isOf = ({ typed }: Fact, place: number) => (this.places.get(typed.form) ?? 0) === place

  private async save(place: number, typed: Typed): Promise<void> {
    const { sender } = this.at(place)
    const [ticket, entry] = ticketOf(typed, `ticket-${++this.count}`, this.clockOf(place))
    try {
      await sender.happen(ticket.id, { what: 'save', ticket, entry })
      if (this.facts.has(typed.form)) return
      this.places.set(typed.form, place === 2 ? 1 : 0)
      this.facts.set(typed.form, { typed, finishes: [], isDecided: false })
    } catch {
      // The form goes on, with all that was typed.
      this.unkept.push({ tab: place, typed })
    }
  }

  private clockOf = (place: number) =>
    new Date(Date.UTC(2026, 7, 14) + this.at(place).device.clockDays * 86_400_000).toISOString()

  private async finish(
    { device, sender }: Tab,
    { pick, kg: empty, bay: other }: { pick: number; kg: number; bay: number | null },
  ): Promise<void> {
    const tickets = (await device.shelf.read()).tickets.filter(isTicket)
    const own = tickets.filter(({ closedAt }) => closedAt === undefined)
    const known = new Set(tickets.map(({ reference }) => reference))
    const others = this.service.loads
      .filter((load) => load.empty === null && !known.has(load.reference))
      .map((load): Ticket => {
        const typed = { form: load.reference.slice(2), full: load.full ?? 0, empty: null, isGood: true }
        const [ticket] = ticketOf(typed, `m${load.id}`, '2026-08-14T00:00:00.000Z')
        return { ...ticket, movementId: String(load.id), recordId: `r${load.id}` }
      })
    const ticket = chosen([...own, ...others], pick)
    if (!ticket) return
    const elsewhere = other === null ? {} : { to: placeOf(other), sentElsewhere: 'Full' }
    const closed = { ...ticket, ...elsewhere, empty, closedAt: '2026-08-14T00:00:00.000Z' }
    const came = await sender.happen(ticket.id, {
      what: 'finish',
      ticket: closed,
      entry: secondOf(closed),
      withBoth,
    })
    if (came.what === 'done') this.factOf(ticket).finishes.push({ device, kg: empty, bay: other })
  }

  factOf({ reference }: Ticket): Fact {
    const fact = this.facts.get(reference.slice(2))
    if (!fact) throw new Error(`${reference} was never typed`)
    return fact
  }

  private async decide({ device, sender }: Tab, event: Tap & { pick: number }): Promise<void> {
    const { tickets, entries } = await device.shelf.read()
    const isAbout = ({ state, theirs }: Waiting) =>
      state === 'refused' &&
      (theirs !== undefined) === (event.what === 'keep theirs' || event.what === 'insist')
    const entry = chosen(entries.filter(isAbout), event.pick)
    const ticket = tickets.find(({ id }) => id === entry?.ticketId)
    if (!ticket || !entry) return
    if (!isTicket(ticket)) return this.bays.decide(ticket, sender, event)
    const fact = this.factOf(ticket)
    if ('good' in event) {
      await sender.happen(ticket.id, { what: 'correct', ticket, entry: firstOf(ticket, event.good) })
      return
    }
    const [reason, at] = ['It is so', '2026-08-14T00:00:00.000Z']
    if (event.what === 'give up') await sender.happen(ticket.id, { what: 'give up', reason, at })
    else if (event.what === 'insist') await sender.happen(ticket.id, { what: 'insist', reason })
    else await sender.happen(ticket.id, { what: 'keep theirs', at })
    fact.isDecided = true
  }

  /** The network is back, and so is whoever works here. */
  async recover(): Promise<void> {
    for (const device of this.devices) Object.assign(device, { line: 'up', isFull: false, person: 'ann' })
    for (const { tab: place, typed } of this.unkept.splice(0)) await this.save(place, typed)
    await this.bays.saveUnkept((place) => this.at(place))
    this.tabs.forEach((each, place) => (this.tabs[place] = each.device.open()))
    for (let round = 0; round < 4; round++) for (const page of this.tabs) await page.flush()
  }

  async check(): Promise<void> {
    for (const device of this.devices) {
      const { entries } = await device.shelf.read()
      const red = new Set(entries.flatMap(({ ticketId, state }) => (state === 'refused' ? [ticketId] : [])))
      // A second step waits for a first one that was refused, and nothing else waits.
      expect(entries.filter(({ ticketId }) => !red.has(ticketId))).toEqual([])
    }
    for (const fact of this.facts.values()) await this.checkFact(fact)
    await this.bays.check(this.devices, this.service)
  }

  private async checkFact({ typed, finishes, isDecided }: Fact): Promise<void> {
    const loads = this.service.loads.filter(({ reference }) => reference === `W-${typed.form}`)
    const stands = (await Promise.all(this.devices.map((device) => device.shelf.read()))).map(
      ({ tickets, entries }) => {
        const ticket = tickets
          .filter(isTicket)
          .find(({ asTyped, reference }) => asTyped && reference === `W-${typed.form}`)
        const entry = entries.find(({ ticketId, state }) => ticketId === ticket?.id && state === 'refused')
        return { ticket, entry }
      },
    )
    const own = stands[this.places.get(typed.form) ?? 0]
    // On its device it is whole, whatever became of it.
    expect(own?.ticket).toMatchObject({ full: typed.full, asTyped: { id: typed.form } })
    const isRed = own?.entry?.step === 'first'
    const isGivenUp = own?.ticket?.givenUp !== undefined
    expect(loads.map(({ full }) => full)).toEqual(isRed || isGivenUp ? [] : [typed.full])
    if (isDecided) return
    // Finished once, it is where it was tipped by then.
    const [only, ...more] = finishes
    if (only && more.length === 0 && loads[0]?.empty === only.kg) expect(loads[0].bay).toBe(only.bay ?? 0)
    const weighings = [...finishes, ...(typed.empty === null ? [] : [{ device: undefined, kg: typed.empty }])]
    for (const { device, kg: weighed } of weighings) {
      const there = stands[device ? this.devices.indexOf(device) : (this.places.get(typed.form) ?? 0)]
      const isOnDevice = there?.entry !== undefined && there.ticket?.empty === weighed
      expect({ weighed, stands: isOnDevice || loads[0]?.empty === weighed }).toEqual({
        weighed,
        stands: true,
      })
    }
  }
}

const chosen = <T>(list: T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]
