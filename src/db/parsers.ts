import pg from 'pg'

/**
 * Turns column values into JavaScript values, the same on both engines. Numbers that a float could bend stay text;
 * a calendar date stays a date, since a Date would put it into some time zone.
 *
 * | PostgreSQL | JavaScript |
 * |---|---|
 * | bigint, count(*) | number, asserted to be a safe integer |
 * | numeric, sum(bigint) | string, as stored |
 * | timestamptz | Date |
 * | date, time, timestamp, interval | string as PostgreSQL writes it |
 * | json, jsonb | parsed |
 *
 * Arrays of these hold the same values.
 */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return textParsers.get(oid) ?? pg.types.getTypeParser(oid, format)
  },
}

type TextParser = (text: string) => unknown

const asIs: TextParser = (text) => text

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} is beyond what a number holds exactly`)
  return value
}

// The published types know single values only; 1009 is text[].
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(1009 as number)

function arrayOf(parse: TextParser): TextParser {
  return (text) => textArray(text).map((element) => (element === null ? null : parse(element)))
}

const textParsers = new Map<number, TextParser>([
  [20, safeInteger],
  [1016, arrayOf(safeInteger)],
  [1700, asIs],
  [1231, arrayOf(asIs)],
  [1082, asIs],
  [1182, arrayOf(asIs)],
  [1114, asIs],
  [1115, arrayOf(asIs)],
  [1186, asIs],
  [1187, arrayOf(asIs)],
])
