/** What attackers send, told apart by what it is meant to break. */

/** As long as SQL in these texts would sleep. */
export const SLEEP_SECONDS = 20

/** Each would show something, change something or take its time if it were ever part of a statement. */
export const hostileTexts = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  "' or '1'='1",
  "' or 1=1 --",
  "') or ('1'='1",
  '1 or 1=1',
  '1; drop table records',
  "'; drop table records; --",
  "'; update records set name = 'owned'; --",
  "' union select null, null, null --",
  "' union select version() --",
  `'||pg_sleep(${SLEEP_SECONDS})||'`,
  `1; select pg_sleep(${SLEEP_SECONDS})`,
  `' and 1=(select 1 from pg_sleep(${SLEEP_SECONDS})) --`,
  "' and 1=cast(version() as int) --",
  '$$ or true --',
  '$1',
  ':1',
  '?',
  '%',
  '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%a',
  '_',
  '.*',
  '(a+)+$',
  '[[:alpha:]',
  '{1,2}',
  '{"a":1}',
  '/**/',
  '--',
  'id; --',
  'name desc, (select 1)',
  'id asc nulls first',
  '(case when 1=1 then name else id end)',
  'records.organisation_id',
  '\u02bc or 1=1',
  '\uff07 or 1=1',
  '0x27',
  'chr(39)',
  '1e1',
  '-1',
  'NaN',
  'infinity',
  'now()',
  'null',
  "E'\\x27'",
]

/** Cells that a spreadsheet would run. */
export const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '"=1',
  'a"\r\n=1,"b',
  '=HYPERLINK("http://evil.example";"x")',
]

/** Bodies that would give every object a property. */
export const prototypeKeys = [
  '{"__proto__":{"isOwned":true}}',
  '{"constructor":{"prototype":{"isOwned":true}}}',
  '{"\\u005f_proto__":{"isOwned":true}}',
]

/** What has made patterns of e-mails, dates, addresses and numbers look for hours. */
export const slowTexts: [what: string, text: string][] = [
  ['of blanks before an e-mail', `${' '.repeat(120)}a`],
  ['of half an e-mail', `${'a'.repeat(120)}@${'a'.repeat(120)} `],
  ['of many ats', 'a@'.repeat(120)],
  ['of dots', `a@${'a.'.repeat(120)}`],
  ['of digits', '1'.repeat(240)],
  ['of a long second', `2026-08-14T09:30:00.${'0'.repeat(230)}x`],
  ['of a long zone', `2026-08-14T09:30+${'0'.repeat(230)}`],
  ['of commas', ','.repeat(250)],
  ['of backslashes and commas', '\\,'.repeat(120)],
  ['of brackets', '('.repeat(250)],
  ['of one letter', `${'a'.repeat(249)}!`],
  ['of spaces', `${' '.repeat(249)}!`],
  ['of stops', `${'.'.repeat(249)}!`],
  ['of slashes', `https://${'/'.repeat(240)}`],
  ['of marks above letters', 'e\u0301'.repeat(120)],
  ['of words', 'ab '.repeat(80)],
]

/** Nearly the most that a body may have. */
export const MOST_BYTES = 1024 * 1024 - 100
/** As many of an item, with commas, as so many bytes take. */
export const fill = (item: string, bytes = MOST_BYTES) =>
  `${`${item},`.repeat(Math.floor(bytes / (item.length + 1)) - 1)}${item}`
const names = Array.from({ length: 80_000 }, (_each, index) => `"k${index}":1`).join(',')

/** Bodies of a megabyte. */
export const megabytes: [what: string, payload: string][] = [
  ['of brackets', '['.repeat(MOST_BYTES / 2) + ']'.repeat(MOST_BYTES / 2)],
  ['of open brackets', '['.repeat(MOST_BYTES)],
  ['of braces', `${'{"a":'.repeat(MOST_BYTES / 6 - 1)}1${'}'.repeat(MOST_BYTES / 6 - 1)}`],
  ['of empty things in a list', `[${fill('{}')}]`],
  ['of numbers in a list', `[${fill('1')}]`],
  ['of nothing in a list', `[${fill('null')}]`],
  ['of fields that nobody knows', `{${names}}`],
  ['of the same field', `{${fill('"a":1')}}`],
  ['of one number', `{"weight":${'9'.repeat(MOST_BYTES)}}`],
  ['of one fraction', `{"weight":0.${'0'.repeat(MOST_BYTES)}1}`],
  ['of one text', `{"name":"${'x'.repeat(MOST_BYTES)}"}`],
  ['of escapes', `{"name":"${'\\u0041'.repeat(MOST_BYTES / 6 - 10)}"}`],
  ['of NULs', `[${fill('"\\u0000"')}]`],
  ['of blanks', `${' '.repeat(MOST_BYTES)}{`],
  ['of backslashes', `{"name":"${'\\\\'.repeat(MOST_BYTES / 2 - 20)}"}`],
  ['of a name', `{"${'x'.repeat(MOST_BYTES)}":1}`],
]
