import { expect, onTestFinished, test } from 'vitest'
import { openWaitingRoom } from './listen.ts'

test.each([
  ['en', 'The service is starting: the database is being migrated. Try again in a moment.'],
  [
    'de',
    'Der Dienst startet gerade: Die Datenbank wird auf die neue Fassung gebracht. Bitte versuchen Sie es gleich noch einmal.',
  ],
  ['fr', 'Le service démarre : la base de données est mise à niveau. Réessayez dans un instant.'],
])('who asks in %s while the database is migrated reads why', async (language, sentence) => {
  const room = await openWaitingRoom({ host: '127.0.0.1', port: 0 })
  onTestFinished(room.close)
  const at = `http://127.0.0.1:${room.port}`
  const answer = await fetch(`${at}/api/system/jobs`, { headers: { 'accept-language': language } })
  const { message, ...body } = (await answer.json()) as { message: string; code: string; messageId: string }
  expect(body).toMatchObject({ code: 'unavailable', messageId: 'databaseIsMigrated' })
  expect(message.replaceAll('\u00a0', ' ')).toBe(sentence)
  expect(answer.headers.get('content-language')).toBe(language)
  const ready = await fetch(`${at}/readyz`)
  expect(await ready.json()).toEqual({ status: 'the database is being migrated' })
})
