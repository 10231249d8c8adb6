import { expect, test } from 'vitest'
import { blankContract, createBody, readDraft, updateBody, type ContractDraft } from './draft.ts'

const draft = (changed: Partial<ContractDraft> = {}): ContractDraft => ({
  ...blankContract('2026-08-01'),
  owner: ' Brook End Farm ',
  grain: '1.101',
  weight: '500',
  ...changed,
})

test.each<[string, Partial<ContractDraft>, boolean]>([
  ['all that is needed', {}, true],
  ['no owner', { owner: ' ' }, false],
  ['no grain', { grain: '' }, false],
  ['no weight', { weight: '' }, false],
  ['a weight of nothing', { weight: '0' }, false],
  ['no start', { start: '' }, false],
  ['drying without a level', { isDried: true }, false],
  ['drying to a level', { isDried: true, level: '15' }, true],
  ['a level that is no figure', { level: 'dry' }, false],
  [
    'a matrix with a gap',
    {
      matrix: [
        { from: '15', to: '16', loss: '1' },
        { from: '17', to: '18', loss: '2' },
      ],
    },
    false,
  ],
])('with %s it can be sent: %o', (_what, changed, isReady) => {
  expect(readDraft(draft(changed), 'en').isReady).toBe(isReady)
})

test('is sent as the service takes it', () => {
  const typed = draft({
    varieties: 'Skyfall, ,Extase',
    grade: '1010101',
    isDried: true,
    level: '15',
    matrix: [{ from: '15', to: '17', loss: '2.4' }],
  })
  expect(createBody(typed, readDraft(typed, 'en'), 'brook-end-farm')).toEqual({
    ownerOrganisationId: 'brook-end-farm',
    ownerOrganisationName: 'Brook End Farm',
    details: {
      reference: '',
      startDateISO: '2026-08-01',
      endDateISO: null,
      files: [],
      services: {
        cleaning: { agreed: false },
        drying: {
          agreed: true,
          preAgreedMoistureLevelPercentage: 15,
          intakeSampleLossMatrix: [
            { moistureMinPercentage: 15, moistureMaxPercentage: 17, weightLossPercentage: 2.4 },
          ],
        },
      },
    },
    inventory: {
      weightKG: 500_000,
      commodity: { id: 1, type: 101, grade: 1_010_101 },
      variety: ['Skyfall', 'Extase'],
    },
  })
})

test('a change sends only the days that are others', () => {
  const typed = draft({ end: '2027-06-30' })
  const { details } = updateBody(typed, readDraft(typed, 'en'), draft({ end: '2027-07-31' }))
  expect(details).toMatchObject({ endDateUTC: '2027-06-30' })
  expect(details).not.toHaveProperty('startDateUTC')
  expect(updateBody(draft(), readDraft(draft(), 'en'), typed).details).toMatchObject({ endDateUTC: null })
})
