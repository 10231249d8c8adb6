import type { ServedConsole } from './service.ts'

/**
 * Two lorries that came before, so that they are known: wheat of the neighbour into the sample farm's bay that holds his, which takes so
 * many kilograms: room for all that come afterwards, since what is over a limit is asked about.
 */
export async function seedIntakes(
  { ask }: Pick<ServedConsole, 'ask'>,
  { limit: weight = 5_000_000 } = {},
): Promise<void> {
  const { lines } = await ask('GET', '/api/inventory/position')
  const line = lines.find((each: { owned: boolean }) => !each.owned)
  const limit = { substorageId: line.substorageId, commodityId: line.commodity.id, weight }
  await ask('POST', `/api/inventory/storage/${line.storageId}/commodities`, limit)
  const plates = ['BB01 BEF', 'BB02 BEF']
  for (const [index, vehicleRegistration] of plates.entries()) {
    await ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: line.harvestYear,
      owned: false,
      commodity: {
        id: line.commodity.id,
        type: line.type.id,
        grade: line.grade.id,
        variety: line.variety,
      },
      storage: [{ storageId: line.storageId, substorageId: line.substorageId }],
      source: {
        owner: { id: line.ownerId, name: line.ownerName },
        intake: {
          moveAtUTC: new Date(Date.now() - (2 - index) * 3_600_000).toISOString(),
          sender: { id: line.ownerId, name: line.ownerName },
          driverName: 'Sam Brook',
          vehicleRegistration,
          loadReference: `T-${index}`,
          weighbridgeRecord: { full: 40_000 + index, empty: 14_200 },
        },
      },
    })
  }
}

/**
 * A contract of the sample farm's neighbour for the wheat that lies here, with two wet loads under it; or two more loads under one that is
 * there. Answers the contract.
 */
export async function seedContract(
  { ask }: Pick<ServedConsole, 'ask'>,
  contractId?: string,
): Promise<ReturnType<typeof JSON.parse>> {
  const { lines } = await ask('GET', '/api/inventory/position')
  const line = lines.find((each: { owned: boolean }) => !each.owned)
  const row = (
    moistureMinPercentage: number,
    moistureMaxPercentage: number,
    weightLossPercentage: number,
  ) => ({
    moistureMinPercentage,
    moistureMaxPercentage,
    weightLossPercentage,
  })
  const drying = {
    agreed: true,
    preAgreedMoistureLevelPercentage: 15,
    intakeSampleLossMatrix: [row(15, 16, 1.6), row(16, 17.5, 3.1), row(17.5, 20, 5.9)],
  }
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { id } =
    contractId === undefined
      ? await ask('POST', '/api/inventory/contracts', {
          ownerOrganisationId: line.ownerId,
          ownerOrganisationName: line.ownerName,
          details: {
            reference: 'ST-2026-014',
            startDateISO: day(-100),
            endDateISO: day(200),
            services: { cleaning: { agreed: true }, drying },
          },
          inventory: {
            weightKG: 150_000,
            commodity: { id: line.commodity.id, type: line.type.id, grade: line.grade.id },
          },
        })
      : { id: contractId }
  for (const [index, moisture] of ['18.2', '16.4'].entries())
    await ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: line.harvestYear,
      owned: false,
      commodity: {
        id: line.commodity.id,
        type: line.type.id,
        grade: line.grade.id,
        variety: line.variety,
      },
      storage: [{ storageId: line.storageId, substorageId: line.substorageId }],
      source: {
        owner: { id: line.ownerId, name: line.ownerName },
        intake: {
          moveAtUTC: new Date(Date.now() - (6 - index) * 3_600_000).toISOString(),
          sender: { id: line.ownerId, name: line.ownerName },
          driverName: 'Sam Brook',
          vehicleRegistration: 'BB03 BEF',
          weighbridgeRecord: { full: 42_000 + index * 340, empty: 14_200 },
          sample: { fields: [{ name: 'Moisture', value: moisture, metric: '%' }] },
          storageContract: { id },
        },
      },
    })
  return ask('GET', `/api/inventory/contracts/${id}`)
}

/** A harvest before the sample farm's: wheat on one of its fields, of which a part was cut and sold. */
export async function seedEarlierHarvest({ ask }: Pick<ServedConsole, 'ask'>): Promise<void> {
  const { labels } = await ask('GET', '/api/inventory/harvest-plans/history')
  const year = String(Number(labels[0]) - 1)
  const { docs } = await ask('GET', '/api/inventory/storage?type=field&query=Mill')
  const [field] = docs
  const { results } = await ask('POST', '/api/inventory/plantings', [
    {
      rowNumber: 1,
      type: 'crop',
      harvestYear: year,
      commodity: { id: 1, type: 101, grade: 1_010_102, variety: 'KWS Extase' },
      field: { storageId: field.id, area: field.area },
      planting: { plantingAtUTC: `${Number(year) - 1}-10-02`, expectedYield: 9000 },
    },
  ])
  await ask('POST', '/api/inventory/movements', {
    recordId: results[0].id,
    weight: 98_000,
    movementDateISO: `${year}-08-14T10:00`,
    destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
    sold: true,
  })
  const [plan] = await ask('GET', `/api/inventory/harvest-plans?f:harvestYear=${year}`)
  await ask('PATCH', `/api/inventory/harvest-plans/${plan.id}/remaining-area`, [
    { fieldId: field.id, areaRemaining: 9.4, originalAreaRemaining: field.area },
  ])
}

/** Three loads of the sample farm's own grain that left for a mill yesterday, under the references S-1 to S-3. */
export async function seedSales({
  ask,
}: Pick<ServedConsole, 'ask'>): Promise<{ ids: number[]; day: string; kilograms: number }> {
  const { lines } = await ask('GET', '/api/inventory/position')
  const line = lines
    .filter((each: { owned: boolean }) => each.owned)
    .toSorted((a: { weight: number }, b: { weight: number }) => b.weight - a.weight)[0]
  const kilograms = 20_000
  const at = new Date(Date.now() - 86_400_000).toISOString()
  const ids: number[] = []
  for (const [index, vehicleRegistration] of ['VM01 AAA', 'VM02 BBB', 'VM03 CCC'].entries()) {
    const made = await ask('POST', '/api/inventory/movements', {
      recordId: line.recordId,
      weight: kilograms + index * 1000,
      movementDateISO: at,
      destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
      sold: true,
      loadReference: `S-${index + 1}`,
      driver: { name: 'Sam Brook', vehicleRegistration },
    })
    ids.push(Number(made.ids[0]))
  }
  return { ids, day: at.slice(0, 10), kilograms }
}

/** What somebody has written to the owner, with a ticket, and what was asked of an expert. */
export async function seedTalk(
  { ask }: Pick<ServedConsole, 'ask'>,
  write: (at: string, body: object) => Promise<ReturnType<typeof JSON.parse>>,
): Promise<void> {
  const { userId } = await ask('GET', '/api/identity/me')
  const { conversationId } = await write('/api/system/conversations', {
    to: userId,
    title: 'Hill 2',
    message: 'Valley Mill asks if the wheat of Hill 2 is still there. They would take 200 t of it.',
  })
  const again = `/api/system/conversations/${conversationId}`
  await write(again, { to: userId, message: 'I took a sample this morning: 14.2 % moisture.' })
}

/** Wheat of the next harvest for sale, of which some is sold and some has left to a mill; and of the harvest after it, sold before any is there. Answers the first. */
export async function seedOffers({
  ask,
}: Pick<ServedConsole, 'ask'>): Promise<{ id: string; name: string; harvestYear: string }> {
  const { id: unit } = await ask('POST', '/api/identity/business-units', { name: 'South Farm' })
  const offered = {
    type: 'crop',
    commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
    businessUnitIds: [unit],
  }
  const offer = (more: object) =>
    ask('POST', '/api/inventory/trade-availability', { commodities: [{ ...offered, ...more }] })
  const wheat = await offer({
    harvestYear: '2027',
    weight: 300_000.5,
    soldWeight: 100_000,
    tags: ['forward'],
  })
  await ask('POST', '/api/inventory/movements', {
    recordId: wheat.id,
    weight: 40_000,
    destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
    sold: true,
  })
  await offer({ harvestYear: '2028', weight: 0, soldWeight: 20_000 })
  return wheat
}

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Wheat of another organisation, Green Lane Farm, in a store of its own: a load that came, part of which was sold, and a loss that the store bears. */
export async function seedStored({ ask }: Pick<ServedConsole, 'ask'>, { id }: { id: string }): Promise<void> {
  const owner = { id, name: 'Green Lane Farm' }
  const store = await ask('POST', '/api/inventory/storage', {
    name: 'Quay Store',
    type: 'store',
    substorage: [{ name: 'Quay 1' }],
    location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } },
  })
  const record = await ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear: '2026',
    owned: false,
    commodity: { id: 1, type: 101, grade: 1_010_102, variety: 'KWS Extase' },
    storage: [{ storageId: store.id, substorageId: store.substorage[0].id, weight: 28_460.5 }],
    source: {
      owner,
      intake: {
        moveAtUTC: `${daysFromNow(-20)}T09:00:00Z`,
        sender: owner,
        vehicleRegistration: 'GL01 FRM',
        sample: { fields: [{ name: 'Protein', value: '12.4', metric: '%' }] },
      },
    },
  })
  await ask('POST', '/api/inventory/movements', {
    recordId: record.id,
    weight: 8_000,
    movementDateISO: `${daysFromNow(-10)}T09:00:00Z`,
    destination: { organisationId: 'quay-mill', organisationName: 'Quay Mill' },
    sold: true,
  })
  await ask('POST', '/api/inventory/records/adjustments', {
    records: [{ id: record.id, adjustTo: 20_300 }],
    reasonId: 8,
  })
}

/** A field with wheat that stands to be cut. */
export async function plantField(
  { ask }: Pick<ServedConsole, 'ask'>,
  name = 'Far Corner',
): Promise<{ planId: string }> {
  const { id: storageId } = await ask('POST', '/api/inventory/storage', {
    name,
    type: 'field',
    area: 12,
    location: null,
    substorage: [],
  })
  const { docs } = await ask('GET', '/api/inventory/records?f:storageType=store&limit=200')
  const stored = docs.find(({ name }: { name: string }) => name.startsWith('Barn Hill'))
  const { commodity, harvestYear } = stored
  await ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear,
    storage: [{ storageId }],
    commodity: {
      id: commodity.commodity.id,
      type: commodity.type.id,
      grade: commodity.grade.id,
      variety: 'Skyfall',
    },
    source: { planting: { plantingAtUTC: `${Number(harvestYear) - 1}-10-03`, expectedYield: 8200 } },
  })
  const plans: { id: string; records: { harvest: { fieldName: string } }[] }[] = await ask(
    'GET',
    '/api/inventory/harvest-plans?limit=200',
  )
  const plan = plans.find(({ records }) => records.some(({ harvest }) => harvest.fieldName === name))
  return { planId: plan?.id ?? '' }
}
