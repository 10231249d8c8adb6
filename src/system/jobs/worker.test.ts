import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quietLog } from '../../../test/quiet-log.ts'
import { startWorker, type Work, type WorkSource } from './worker.ts'

const NEVER = 3_600_000

/** A source that is asked by hand: each look waits until the test says what there is. */
function askedByHand() {
  const looks: ((work: Work | undefined) => void)[] = []
  const source: WorkSource = {
    name: 'by hand',
    claim: () => new Promise((resolve) => void looks.push(resolve)),
  }
  return { source, looks }
}

test('what was asked for during a look is looked for after it', async () => {
  const { source, looks } = askedByHand()
  const worker = startWorker(source, { log: quietLog, atOnce: 1, pollMs: NEVER })
  await expect.poll(() => looks).toHaveLength(1)
  worker.wake()
  looks[0]?.(undefined)
  await expect.poll(() => looks).toHaveLength(2)
  looks[1]?.(undefined)
  await worker.stop()
})

test('what was taken just as it is stopped is done before it has stopped', async () => {
  const { source, looks } = askedByHand()
  const worker = startWorker(source, { log: quietLog, atOnce: 1, pollMs: NEVER })
  await expect.poll(() => looks).toHaveLength(1)
  const done: string[] = []
  const stopping = worker.stop().then(() => done.push('stopped'))
  await nextTurn()
  looks[0]?.(async () => {
    await nextTurn()
    done.push('work')
  })
  await stopping
  expect(done).toEqual(['work', 'stopped'])
})
