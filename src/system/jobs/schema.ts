import Type, { type Static } from 'typebox'
import { closed, named, oneOf, Page, PageOf } from '../../http/validate/schema.ts'

const jobStatuses = ['queued', 'done', 'failed'] as const

export const Job = named('Job', {
  id: Type.String(),
  kind: Type.String({ description: 'What is to be done, such as expert-question.' }),
  key: Type.String({ description: 'What it is about. Asked for twice, it is done once.' }),
  status: oneOf(jobStatuses, 'queued: to be done, or being done. failed: given up.'),
  attempts: Type.Integer(),
  lastProblem: Type.String({ description: 'Why the last attempt failed, in words.' }),
  dueAtUTC: Type.String({ description: 'When it is tried next.' }),
  createdAtUTC: Type.String(),
  finishedAtUTC: Type.String(),
})
export type Job = Static<typeof Job>

export const JobQuery = closed({
  ...Page,
  status: Type.Optional(oneOf(jobStatuses, 'Only jobs in this state.')),
})
export type JobQuery = Static<typeof JobQuery>

export const JobPage = PageOf(Job)
export type JobPage = Static<typeof JobPage>
