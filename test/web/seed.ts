import type { ServedConsole } from './service.ts'

/** Two lorries that came before, so that they are known: wheat of the neighbour into the sample farm's bay that holds his. */
export async function seedIntakes({ ask }: Pick<ServedConsole, 'ask'>): Promise<void> {
  const { lines } = await ask('GET', '/api/inventory/position')
  const line = lines.find((each: { owned: boolean }) => !each.owned)
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
