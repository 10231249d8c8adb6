import { expect } from 'vitest'
import { refusalCodes } from '../src/kernel/errors.ts'
import type { Answer } from './app.ts'

/** The documented error body, whole. Answers the faults in it. */
export function expectError(
  { status, body, headers }: Answer,
  expected: number,
  code: string,
): { path: string; code: string }[] {
  expect({ status, code: body?.code }, JSON.stringify(body)).toEqual({ status: expected, code })
  const { messageId, data, ...rest } = body
  expect(Object.keys(rest).sort()).toEqual(['body', 'code', 'message', 'stack', 'status', 'validation'])
  // Both, or neither where the rule has no message yet.
  expect([typeof messageId, typeof data]).toEqual(
    messageId === undefined ? ['undefined', 'undefined'] : ['string', 'object'],
  )
  expect(body).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^\S.*\S$/s),
    stack: expect.any(String),
  })
  expect(refusalCodes).toContain(body.code)
  expect(body.message).not.toMatch(/undefined|\[object|null/)
  for (const fault of body.validation) {
    const { messageId: _said, ...named } = fault
    expect(named).toEqual({
      path: expect.any(String),
      label: expect.stringMatching(/^\S/),
      message: expect.stringMatching(/^\S/),
      code: expect.stringMatching(/^\w+$/),
      data: expect.any(Object),
    })
  }
  expect(headers['x-request-id']).toBeDefined()
  expect(String(headers['content-type'])).toMatch(/^application\/json/)
  return body.validation
}
