/** Why a load may lower the grade of what lies where it goes, as it is sent; nothing where nobody said. */
export function gradeReasonOf(typed: string | undefined): { gradeReason?: string } {
  const gradeReason = typed?.trim() ?? ''
  return gradeReason === '' ? {} : { gradeReason }
}
