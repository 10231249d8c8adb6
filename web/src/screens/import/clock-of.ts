/**
 * The time of a moment that was understood, with the zone by whose clocks it is; empty for a day alone. The service answers the organisation's own
 * time, so it is written out as it stands.
 *
 * @example clockOf('2026-08-14T14:30+01:00', 'Europe/London') // '14:30 (Europe/London)'
 */
export function clockOf(moment: string, timeZone: string): string {
  const [, clock] = /T(\d{2}:\d{2})/.exec(moment) ?? []
  if (clock === undefined) return ''
  return `${clock} (${/Z$/i.test(moment) ? 'UTC' : timeZone})`
}
