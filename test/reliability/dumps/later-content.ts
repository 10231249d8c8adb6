import { INVENTORY, MILL, OWNERS, signIn, SYSTEM, type Bay, type Desk, type Served } from './desk.ts'

// What people say to each other, what buyers say they received, and papers: versions after the baseline keep more of it.

const LOW_PROTEIN = 204

/** A conversation about an offer; where messages are marked as read they may have files, too. */
export async function talk(
  signedIn: Desk,
  { url, neighbour, operations }: Served,
  file: string,
): Promise<void> {
  const about = { to: neighbour.userId, listingId: 'listing-1', listingType: 'crop' }
  const { conversationId } = await signedIn.post(`${SYSTEM}/conversations`, {
    ...about,
    message: 'Is it dry?',
  })
  const conversation = `${SYSTEM}/conversations/${conversationId}`
  const again = { to: neighbour.userId, message: 'Is it sold?' }
  await signedIn.post(conversation, again)
  if (!operations.has(`PUT ${SYSTEM}/conversations/{id}/read`)) return
  await signedIn.post(conversation, { ...again, message: 'The ticket.', files: [{ id: file }] })
  // The last one stays unread.
  const other = await signIn(url, OWNERS.neighbour)
  await other.put(`${conversation}/read`, { messages: 2 })
}

/** One statement that is closed, with a line that agrees, one written off and one that is no load of ours; and one that is open. */
export async function settle(office: Desk, bays: Bay[]): Promise<void> {
  const bay = bays[8]
  const { substorage } = await office.get(`${INVENTORY}/storage/${bay?.storageId}`)
  const lying = substorage.find(({ id }: { id: number }) => id === bay?.substorageId)
  for (const [loadReference, weight] of [
    ['VM-21', 2000],
    ['VM-22', 3000],
  ] as const)
    await office.post(`${INVENTORY}/movements`, {
      recordId: lying.record.id,
      weight,
      movementDateISO: '2025-10-10T09:30:00Z',
      destination: MILL,
      sold: true,
      driver: { name: 'Sam', vehicleRegistration: 'AA06 VLM', loadReference },
    })
  const line = (reference: string, weight: number) => ({ dateISO: '2025-10-10', weight, reference })
  const enter = (reference: string, lines: object[]) =>
    office.post(`${INVENTORY}/settlements`, {
      buyer: { id: MILL.organisationId },
      reference,
      dateISO: '2025-10-31',
      lines,
    })
  const { id } = await enter('Statement 1', [line('VM-21', 2000), line('VM-22', 2900), line('', 500)])
  const lineOf = (number: number) => `${INVENTORY}/settlements/${id}/lines/${number}`
  await office.patch(lineOf(2), { decision: 'written_off', reasonId: LOW_PROTEIN })
  await office.patch(lineOf(3), { decision: 'claimed', note: 'Not ours.' })
  await office.post(`${INVENTORY}/settlements/${id}/close`, {})
  await enter('', [line('VM-99', 19_400)])
}

/** One of each kind, one of them twice, and one again after a correction. */
export async function printPapers(office: Desk, { neighbour, operations }: Served): Promise<void> {
  const { docs } = await office.get(`${INVENTORY}/movements?limit=1&query=VM-21`)
  const [{ id, inventory }] = docs
  const movement = `${INVENTORY}/movements/${id}`
  const papers = [
    `${movement}/ticket`,
    `${movement}/ticket`,
    `${movement}/passport`,
    `${movement}/recall`,
    `${INVENTORY}/owners/${neighbour.organisationId}/statement?from=2025-01-01`,
    `${INVENTORY}/position/report`,
  ]
  // Once whoever read a paper issued it.
  const print = (paper: string) =>
    operations.has(`POST ${INVENTORY}/movements/{id}/ticket`)
      ? office.post(paper)
      : office.get(paper.replace(/(?=\?|$)/, '.pdf'))
  if (operations.has(`PATCH ${INVENTORY}/papers/numbering`)) {
    const { stores } = (await office.get(`${INVENTORY}/papers/numbering`)).body
    await office.patch(`${INVENTORY}/papers/numbering`, {
      series: [{ kind: 'ticket-in', pattern: '{yy}-{0000}', restarts: 'harvest-year' }],
      stores: stores.slice(0, 1).map(({ storageId }: { storageId: string }) => ({ storageId, code: 'S1' })),
    })
  }
  if (operations.has(`PATCH ${INVENTORY}/papers/letterhead`))
    await office.patch(`${INVENTORY}/papers/letterhead`, {
      telephone: '+44 1582 000000',
      foot: 'Paid within 14 days',
    })
  for (const paper of papers) await print(paper)
  const weighbridge = { empty: 14_000, full: 16_010 }
  await office.put(`${movement}/actions`, { recordId: inventory.recordId, driver: null, weighbridge })
  await print(`${movement}/ticket`)
}
