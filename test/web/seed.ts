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
