import { Sender, type OutboxRequest } from './outbox-sender.ts'
import type { Answer } from './outcome.ts'
import type { OutboxStore } from './outbox-store.ts'
import { checkAnswer, sessionAnswer, type SentCheck, type SentCount } from './test-counts.ts'
import type { Body, Load as Sent } from './test-tickets.ts'

// A weighbridge without a browser: a service that keeps its promises, lines that keep none, and the outbox as it runs.

/** Effect of a line on a request. */
export type Line =
  | 'up'
  | 'cut'
  | 'answer lost'
  | 'portal'
  | 'portal in JSON'
  | 'html 404'
  | 'html 409'
  | 'bad gateway'
  | 'stuck'

interface Load {
  id: number
  full: number | null
  empty: number | null
  /** Bay where it was tipped. */
  bay: number
  reference: string
  vehicle: string
  version: number
}

/** The service as far as the outbox knows it: keys of each person, versions, and refusals in the documented body. */
export class Service {
  readonly loads: Load[] = []
  /** Counts of a bay, in the order in which they came. */
  readonly counts: SentCount[] = []
  readonly checks: SentCheck[] = []
  private readonly answers = new Map<string, { sent: string; answer: Answer }>()

  do(person: string, { method, path, body, key, ifMatch }: OutboxRequest): Answer {
    const id = /\/movements\/(\d+)/.exec(path)?.[1]
    const load = this.loads.find((each) => String(each.id) === id)
    if (method === 'GET')
      return id === undefined ? this.list(path) : load ? shown(load) : refusal(404, 'not_found')
    const [place, sent] = [`${person} ${key}`, JSON.stringify([path, body])]
    const before = this.answers.get(place)
    if (before) return before.sent === sent ? before.answer : refusal(422, 'idempotency_key_reused')
    const answer =
      method === 'PATCH'
        ? this.count(body as SentCount)
        : path.endsWith('/checks')
          ? this.check(body as SentCheck)
          : id === undefined
            ? this.enter(body as Body)
            : this.weigh(load, body as Sent, ifMatch)
    if (answer.status === 200) this.answers.set(place, { sent, answer })
    return answer
  }

  private list(path: string): Answer {
    const wanted = new URLSearchParams(path.split('?')[1]).get('query') ?? ''
    const docs = this.loads.filter(({ reference }) => reference.includes(wanted)).map(movementOf)
    return { status: 200, body: { docs } }
  }

  private enter(body: Body): Answer {
    const { isGood, reference, vehicle, bay = 0, weighbridge } = 'loads' in body ? body.loads[0] : body
    if (!isGood) return refusal(400, 'incompatible_stock')
    const id = this.loads.length + 1
    this.loads.push({ id, reference, vehicle, bay, full: null, empty: null, ...weighbridge, version: 1 })
    const load = { movements: [{ id: String(id), recordId: `r${id}` }] }
    return { status: 200, body: 'loads' in body ? { loads: [load] } : [{ id: `r${id}`, movementId: id }] }
  }

  /** The same count again, of the same moment, person and weight, is entered once, whatever its key. */
  private count(body: SentCount): Answer {
    if (!body.isGood) return refusal(409, 'in_use')
    const isThere = this.counts.some(
      ({ counted, countedAtISO, countedBy }) =>
        counted === body.counted && countedAtISO === body.countedAtISO && countedBy.id === body.countedBy.id,
    )
    if (!isThere) this.counts.push(body)
    return { status: 200, body: sessionAnswer }
  }

  /** The same findings of the same moment are entered once. */
  private check(body: SentCheck): Answer {
    if (!body.isGood) return refusal(400, 'invalid_input')
    const isThere = this.checks.some((each) => JSON.stringify(each) === JSON.stringify(body))
    if (!isThere) this.checks.push(body)
    return { status: 200, body: checkAnswer }
  }

  private weigh(load: Load | undefined, { weighbridge, bay }: Sent, ifMatch: string | undefined): Answer {
    if (!load) return refusal(404, 'not_found')
    if (ifMatch !== undefined && ifMatch !== String(load.version)) return refusal(412, 'precondition_failed')
    Object.assign(load, weighbridge, { version: load.version + 1 }, bay !== undefined && { bay })
    return { status: 200, body: { status: 'success', ids: [String(load.id)] } }
  }
}

const refusal = (status: number, code: string): Answer => ({
  status,
  body: { status: 'error', code, message: code },
})

const movementOf = ({ id, full, empty, reference, vehicle }: Load) => ({
  id,
  weighbridge: { full: { weight: full }, empty: { weight: empty } },
  driver: { loadReference: reference, vehicleRegistration: vehicle },
  inventory: { recordId: `r${id}` },
  completedAtUTC: '',
})
const shown = (load: Load): Answer => ({ status: 200, body: movementOf(load), etag: String(load.version) })

/** A browser: what it keeps is its tabs’ together. */
export class Device {
  line: Line = 'up'
  /** A browser that is full keeps nothing more. */
  isFull = false
  /** Days by which its clock is wrong. */
  clockDays = 0
  person: string | undefined = 'ann'
  readonly shelf: OutboxStore
  private readonly service: Service
  constructor(service: Service, shelf: OutboxStore) {
    this.service = service
    this.shelf = {
      ...shelf,
      change: async (of, decide) => {
        if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
        return shelf.change(of, decide)
      },
    }
  }

  /** A tab, or the one that is opened after another was killed: what was on its way then is never heard of again. */
  open(): Tab {
    return new Tab(this)
  }

  async ask(request: OutboxRequest): Promise<Answer> {
    await Promise.resolve()
    if (this.person === undefined) return refusal(401, 'unauthenticated')
    switch (this.line) {
      case 'up':
        return structuredClone(this.service.do(this.person, request))
      case 'answer lost':
        this.service.do(this.person, request)
        return { status: undefined }
      case 'stuck':
        this.service.do(this.person, request)
        return new Promise(() => undefined)
      case 'portal':
        return { status: 200 }
      case 'portal in JSON':
        return { status: 200, body: { ok: true } }
      case 'html 404':
        return { status: 404 }
      case 'html 409':
        return { status: 409 }
      case 'bad gateway':
        return { status: 502 }
      case 'cut':
        return { status: undefined }
    }
  }
}

/** A page in a browser. */
export class Tab {
  readonly device: Device
  readonly sender: Sender
  /** Number of times it has put off sending, because something other than the service's answer came back. */
  timesAgain = 0
  constructor(device: Device) {
    this.device = device
    this.sender = new Sender({
      shelf: device.shelf,
      ask: (request) => device.ask(request),
      sender: () => (device.person === undefined ? undefined : 'hill'),
      now: () => Date.UTC(2026, 7, 14) + device.clockDays * 86_400_000,
      exclusively: (work) => work(),
      later: () => void this.timesAgain++,
      changed: () => undefined,
    })
  }

  /** Sends what waits, as far as the line lets it: what is stuck is not waited for. */
  async flush(): Promise<void> {
    if (this.device.isFull) return
    const sent = this.sender.flush()
    if (this.device.line !== 'stuck') return sent
    await Promise.race([sent, turns(200)])
  }
}

/** As many turns of the loop as a request that comes through takes at most. */
async function turns(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await Promise.resolve()
}
