import type { Store } from './store.ts'

/** When a store opens for the season. */
export const SEASON_BEGINS = '2026-07-20T06:00:00Z'

const LORRY = 15_200

const scale = (ordered: number, net: number) => ({ ordered, empty: LORRY, full: LORRY + net })

/** One wet harvest and the winter after it, part by part in the order in which it was entered. */
export const season = {
  barley: (store: Store) =>
    store.loads([
      { at: '2026-07-24T13:10:00Z', field: 'Long Strip', bay: 'S1', kilograms: 14_820, moisture: 14.2 },
      { at: '2026-07-24T15:40:00Z', field: 'Long Strip', bay: 'S1', kilograms: 15_140, moisture: 15.6 },
      { at: '2026-07-25T12:05:00Z', field: 'Moor Top', bay: 'S2', kilograms: 16_020, moisture: 17.9 },
    ]),

  async wheat(store: Store) {
    const [first] = await store.loads([
      { at: '2026-08-08T11:30:00Z', field: 'Top Field', bay: 'N1', kilograms: 16_300, moisture: 18.4 },
      { at: '2026-08-08T14:00:00Z', field: 'Church Piece', bay: 'N1', kilograms: 15_775.5, moisture: 16 },
      { at: '2026-08-08T16:20:00Z', field: 'Brook Meadow', bay: 'N2', kilograms: 17_010, moisture: 20 },
      { at: '2026-08-09T10:15:00Z', field: 'Brook Meadow', bay: 'N2', kilograms: 16_660.25, moisture: 14.5 },
      { at: '2026-08-09T12:45:00Z', field: 'Moor End', bay: 'N3', kilograms: 15_990, moisture: 21 },
      // Beyond the last row of the table, where dry matter decides.
      { at: '2026-08-11T17:30:00Z', field: 'Top Field', bay: 'N1', kilograms: 14_905, moisture: 22.7 },
    ])
    store.misread = first ?? 0
  },

  async turned(store: Store) {
    await store.move('2026-08-12T08:00:00Z', 'N1', 'N4', 20_000)
    await store.loads([
      { at: '2026-08-13T15:10:00Z', field: 'Church Piece', bay: 'N4', kilograms: 13_330, moisture: 15.2 },
    ])
  },

  async lorries(store: Store) {
    await store.outbound('2026-08-20T07:30:00Z', 'N4', scale(28_000, 28_140), true)
    await store.outbound('2026-08-20T09:00:00Z', 'N2', scale(20_000, 19_480.5), false)
    await store.outbound('2026-08-27T07:45:00Z', 'S1', scale(25_000, 25_060), true)
  },

  counted: (store: Store) => store.count('2026-09-30T16:00:00Z', 'N1', 23_700),

  corrected: (store: Store) => store.correctLoad(store.misread, 16_030),

  async blended(store: Store) {
    await store.move('2026-11-02T10:00:00Z', 'N1', 'N4', 12_000)
    await store.outbound('2026-11-03T07:30:00Z', 'N4', scale(15_000, 15_220), true)
  },
}
