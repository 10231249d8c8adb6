import { expect, test } from 'vitest'
import { readViews, withoutView, withView, type View } from './views.ts'

const view = (name: string, search: Record<string, string> = {}): View => ({ screen: '/stock', name, search })

test.each([
  [undefined],
  ['not JSON'],
  ['{"screen":"/stock"}'],
  ['[null, 1, {"screen":"/stock","name":""}, {"screen":"/elsewhere","name":"A","search":{}}]'],
  ['[{"screen":"/stock","name":"A","search":{"f:status":1}}]'],
])('of %j no view is read', (kept) => {
  expect(readViews(kept)).toEqual([])
})

test('what is kept is read again, and a broken one hides none of the others', () => {
  const views = withView([], view('Ours', { 'f:status': 'active' }))
  const kept = JSON.stringify([...views, { name: 'no screen' }])
  expect(readViews(kept)).toEqual(views)
})

test('a view takes the place of one of its name on its screen, and stands by name', () => {
  const two = withView(withView([], view('Wheat')), view('Barley'))
  expect(two.map(({ name }) => name)).toEqual(['Barley', 'Wheat'])
  const changed = withView(two, view('wheat', { query: 'x' }))
  expect(changed).toEqual([view('Barley'), view('wheat', { query: 'x' })])
  const onBoth = withView(changed, { ...view('Barley'), screen: '/movements' })
  expect(onBoth).toHaveLength(3)
  expect(withoutView(onBoth, view('barley')).map(({ screen }) => screen)).toEqual(['/movements', '/stock'])
})
