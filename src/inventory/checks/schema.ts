import Type, { type Static } from 'typebox'
import {
  closed,
  DateText,
  described,
  FileRef,
  Format,
  LongText,
  maybe,
  named,
  oneOf,
  orNull,
  Page,
  PageOf,
} from '../../http/validate/schema.ts'
import { SEEN } from '../../kernel/names.ts'
import { FilesInput } from '../records/bodies.ts'
import { alarms, insectCounts, rodentSigns, smells } from './rules.ts'

/** The wire shapes of bay checks. */

const MOST_PROBES = 200

const BayId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The bay.' })
const Celsius = Type.Number({ minimum: -60, maximum: 150, description: 'Degrees Celsius.' })
const Percentage = Type.Number({ minimum: 0, maximum: 100, description: 'Per cent.' })

const ProbeInput = closed({
  probe: Type.String({
    maxLength: 50,
    pattern: SEEN,
    description: 'What the probe is called, such as A1 or 2 m.',
  }),
  celsius: Celsius,
})

export const CreateCheckBody = closed({
  substorageId: maybe(described(BayId, 'The bay; may be left out where the store has one alone.')),
  checkedAtISO: maybe(described(DateText, 'When; by default now. Not in the future.')),
  temperatures: maybe(Type.Array(ProbeInput, { maxItems: MOST_PROBES, description: 'By probe, each once.' })),
  moisture: maybe(described(Percentage, 'Moisture, in per cent.')),
  insects: maybe(oneOf(insectCounts, 'none, few or many.')),
  smell: maybe(oneOf(smells, 'sound, or what it smells of.')),
  rodents: maybe(oneOf(rodentSigns, 'none, traces of them, or seen.')),
  note: maybe(described(LongText, 'What else was seen or done.')),
  files: maybe(FilesInput),
})
export type CreateCheckBody = Static<typeof CreateCheckBody>

const text = Type.String()

export const BayCheck = named('BayCheck', {
  id: text,
  storageId: text,
  substorageId: Type.Integer(),
  store: text,
  bay: text,
  checkedAtUTC: text,
  temperatures: Type.Array(closed({ probe: text, celsius: Type.Number() })),
  hottest: orNull(Type.Number({ description: 'Degrees Celsius of the hottest probe.' })),
  moisture: orNull(Type.Number()),
  insects: orNull(oneOf(insectCounts)),
  smell: orNull(oneOf(smells)),
  rodents: orNull(oneOf(rodentSigns)),
  alarms: Type.Array(oneOf(alarms), {
    description:
      'What is beyond the limits of the store as they are now; rise: the hottest probe against the check before. Insects, a smell and rodents always are.',
  }),
  note: text,
  files: Type.Array(FileRef),
  createdByName: text,
  createdAtUTC: text,
})
export type BayCheck = Static<typeof BayCheck>

const span = {
  substorageId: Type.Optional(described(BayId, 'One bay of the store.')),
  from: Type.Optional(described(DateText, 'Since this day.')),
  at: Type.Optional(described(DateText, 'Up to this moment; a date alone is the close of that day.')),
}

/** Bays and time of checks that are asked for. */
export const CheckSpan = closed(span)
export type CheckSpan = Static<typeof CheckSpan>

export const ChecksQuery = closed({ ...Page, ...Format, ...span })
export type ChecksQuery = Static<typeof ChecksQuery>

/** A page of checks, the last first. */
export const Checks = PageOf(BayCheck)
export type CheckPage = Static<typeof Checks>

const limits = {
  everyDays: orNull(
    Type.Integer({
      minimum: 1,
      maximum: 366,
      description: 'Each bay with stock is due so many days after its last check; null: never.',
    }),
  ),
  temperatureMost: orNull(described(Celsius, 'Degrees Celsius that no probe should be above; null: any.')),
  temperatureRiseMost: orNull(
    Type.Number({
      minimum: 0.1,
      maximum: 100,
      description:
        'Degrees Celsius that the hottest probe should not rise by since the check before; null: any.',
    }),
  ),
  moistureMost: orNull(described(Percentage, 'Per cent of moisture that it should not be above; null: any.')),
}

export const CheckPlanBody = closed(limits)
export type CheckPlanBody = Static<typeof CheckPlanBody>

export const CheckPlan = named('CheckPlan', { storageId: text, ...limits })
export type CheckPlan = Static<typeof CheckPlan>
