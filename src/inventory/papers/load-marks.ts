import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { weightMarksOf } from '../readings/rules.ts'
import { findLoadSources } from '../records/load-sources.ts'
import type { LoadMarks } from './facts.ts'

interface OfLoad {
  /** 0 of what is no load. */
  movementId: number
}

/**
 * Reads what is to be said of loads in a list, and returns what adds it to a line. It is no part of what makes a correction: a paper that was issued
 * before there were marks is none the less the newest.
 */
export async function markLoads(
  db: Kysely<Tables>,
  actor: Actor,
  lines: OfLoad[],
): Promise<<Line extends OfLoad>(line: Line) => Line & LoadMarks> {
  const ids = new Set(lines.map(({ movementId }) => movementId).filter((id) => id > 0))
  const weighings = await findLoadSources(db, actor, [...ids])
  return (line) => {
    const weighing = weighings.get(line.movementId)
    if (!weighing) return line
    const marks = weightMarksOf(weighing.readings)
    const { holdOverride } = weighing
    return { ...line, ...(marks.length > 0 && { marks }), ...(holdOverride !== '' && { holdOverride }) }
  }
}
