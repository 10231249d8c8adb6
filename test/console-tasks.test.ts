import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// docs/console.md says what a person can do with the console, and which test does it.

const GUIDE = path.join(import.meta.dirname, '../docs/console.md')

interface Task {
  task: string
  file: string
  name: string
}

/** The rows of the table under “What one can do”: the task, the file and the name of its walk. */
function tasksOf(guide: string): Task[] {
  const [, part = ''] = guide.split('## What one can do\n')
  const [table = ''] = part.split('\n## ')
  return table.split('\n').flatMap((line) => {
    const [, task, , walk] = line.split('|').map((cell) => cell.trim())
    const [, file, name] = /^`([\w-]+\.test\.ts)`: (.+)$/.exec(walk ?? '') ?? []
    return task === undefined || file === undefined || name === undefined ? [] : [{ task, file, name }]
  })
}

const tasks = tasksOf(readFileSync(GUIDE, 'utf8'))

test('the guide lists what one can do, each once', () => {
  expect(tasks.length).toBeGreaterThan(40)
  expect(new Set(tasks.map(({ task }) => task)).size).toBe(tasks.length)
})

test.each(tasks)('$task has a walk', ({ file, name }) => {
  const walks = readFileSync(path.join(import.meta.dirname, 'web', file), 'utf8')
  expect(walks.includes(`'${name}`), `${file} has a test called “${name}”`).toBe(true)
})

test('every task is walked in German, and nothing else is', () => {
  const web = path.join(import.meta.dirname, 'web')
  const walked = globSync('walk-*.ts', { cwd: web, exclude: ['*.test.ts'] }).flatMap((file) => {
    const walks = readFileSync(path.join(web, file), 'utf8')
    return [...walks.matchAll(/^  async '([^']+)'/gm)].map(([, task]) => task)
  })
  expect(tasks.map(({ task }) => task).toSorted()).toEqual(walked.toSorted())
})
