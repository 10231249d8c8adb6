import { expect } from 'vitest'
import type { CheckHere } from './bay-checks.ts'
import type { BayCount } from './bay-counts.ts'
import type { Sender } from './outbox-sender.ts'
import { bayCountOf, checkEntryOf, checkOf, countEntryOf, type TypedBay } from './test-counts.ts'
import type { Device, Service, Tab } from './test-world.ts'
import { isTicket } from './tickets.ts'

/** A count or a check that somebody typed, and that the page reported as kept. */
interface CountedBay {
  typed: TypedBay
  at: string
  device: Device
  isGivenUp: boolean
}

interface Unkept {
  typed: TypedBay
  at: string
  tab: number
}

/** Bays that were counted and checked in a day, beside the lorries. */
export class BaysOfDay {
  private readonly facts = new Map<string, CountedBay>()
  private readonly unkept: Unkept[] = []
  private number = 0

  async count(
    tab: number,
    page: Tab,
    { isGood, isCheck }: { isGood: boolean; isCheck: boolean },
    at: string,
  ): Promise<void> {
    const form = `bay-${++this.number}`
    await this.save(tab, page, { form, kg: 90_000 + this.number, isGood, isCheck }, at)
  }

  /** A second click, or a page that was loaded again: of the same device, where the form is. */
  async countAgain(tab: number, page: Tab, pick: number): Promise<void> {
    const own = [...this.facts.values()].filter(({ device }) => device === page.device)
    const fact = own[pick % Math.max(1, own.length)]
    if (fact) await this.save(tab, page, fact.typed, fact.at)
  }

  private async save(tab: number, { sender, device }: Tab, typed: TypedBay, at: string): Promise<void> {
    const make = typed.isCheck ? checkOf : bayCountOf
    const [count, entry] = make(typed, `bay-entry-${++this.number}`, at)
    try {
      const { what } = await sender.happen(count.id, { what: 'save', ticket: count, entry })
      expect(what).toBe(this.facts.has(typed.form) ? 'passed' : 'done')
      if (what === 'done') this.facts.set(typed.form, { typed, at, device, isGivenUp: false })
    } catch (error) {
      if (!device.isFull) throw error
      // The form goes on, with all that was typed.
      this.unkept.push({ tab, typed, at })
    }
  }

  async decide(
    count: BayCount | CheckHere,
    sender: Sender,
    event: { what: string; good?: boolean },
  ): Promise<void> {
    const fact = this.facts.get(count.asTyped.id)
    if (!fact) throw new Error(`${count.asTyped.id} was never typed`)
    if (event.good !== undefined) {
      const entry = count.kind === 'check' ? checkEntryOf(count, event.good) : countEntryOf(count, event.good)
      await sender.happen(count.id, { what: 'correct', ticket: count, entry })
    } else if (event.what === 'give up') {
      const { what } = await sender.happen(count.id, { what: 'give up', reason: 'It is so', at: fact.at })
      if (what === 'done') fact.isGivenUp = true
    }
  }

  async saveUnkept(at: (place: number) => Tab): Promise<void> {
    for (const { tab, typed, at: when } of this.unkept.splice(0)) await this.save(tab, at(tab), typed, when)
  }

  /** Each is in the book once, with the weight and the person that were typed, or stands red on its device or given up, whole in any case. */
  async check(devices: Device[], service: Service): Promise<void> {
    const kept = new Map<Device, Awaited<ReturnType<Device['shelf']['read']>>>()
    for (const device of devices) kept.set(device, await device.shelf.read())
    for (const { typed, at, device, isGivenUp } of this.facts.values()) {
      const { tickets = [], entries = [] } = kept.get(device) ?? {}
      const own = tickets.filter((each) => !isTicket(each) && each.asTyped.id === typed.form)
      const whole = typed.isCheck
        ? { kind: 'check', asTyped: { moisture: String(typed.kg) } }
        : { weight: typed.kg, byId: 'ann' }
      expect(own).toMatchObject([{ ...whole, closedAt: at }])
      const entry = entries.find(({ ticketId }) => ticketId === own[0]?.id)
      expect(entry?.state ?? 'refused').toBe('refused')
      const isHeldBack = entry !== undefined || isGivenUp
      expect(own[0]?.givenUp !== undefined).toBe(isGivenUp)
      const entered = [
        ...service.counts.map(({ counted, countedBy }) => [counted, countedBy.id]),
        ...service.checks.map(({ moisture }) => [moisture, 'checked']),
      ].filter(([figure]) => figure === typed.kg)
      const once = [typed.kg, typed.isCheck ? 'checked' : 'ann']
      expect(entered).toEqual(isHeldBack ? [] : [once])
      expect(own[0]?.bookedAt !== undefined).toBe(!isHeldBack)
    }
  }
}
