/** Why a load goes all the same: the grade that it lowers where it goes, and the hold that it leaves or comes into. */
export interface LoadReasons {
  gradeReason?: string
  holdOverride?: string
}

/** The reasons as they are sent; nothing where nobody gave one. */
export function reasonsOf({ gradeReason, holdOverride }: LoadReasons): LoadReasons {
  const [grade, hold] = [gradeReason?.trim() ?? '', holdOverride?.trim() ?? '']
  return { ...(grade !== '' && { gradeReason: grade }), ...(hold !== '' && { holdOverride: hold }) }
}
