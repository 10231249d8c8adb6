import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { latency, type Load } from './load.ts'

/** The least that moving stock can cost on this server: PostgreSQL's own load generator, and a ledger without rules. */

const run = promisify(execFile)
export const MINIMAL_BALANCES = 1000

/** A double-entry ledger with nothing around it: no sign-in, no parcels, no history, no events, no repeated keys. */
export async function makeMinimalLedger(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema minimal;
    create table minimal.balances (id integer primary key, grams bigint not null);
    create table minimal.movements (
      id bigint generated always as identity primary key,
      source integer not null references minimal.balances,
      destination integer not null references minimal.balances,
      grams bigint not null,
      at timestamptz not null default now()
    );
    create table minimal.entries (
      id bigint generated always as identity primary key,
      movement bigint not null references minimal.movements,
      balance integer not null references minimal.balances,
      grams bigint not null
    );
    create index on minimal.entries (balance, id);
    insert into minimal.balances select n, 1000000000000 from generate_series(1, ${MINIMAL_BALANCES}) n;
    analyze minimal.balances;
    create function minimal.move(source_id integer, destination_id integer, moved bigint) returns bigint language plpgsql as $$
    declare made bigint;
    begin
      perform from minimal.balances where id = source_id and grams >= moved for update;
      if not found then raise exception 'not enough'; end if;
      insert into minimal.movements (source, destination, grams) values (source_id, destination_id, moved) returning id into made;
      insert into minimal.entries (movement, balance, grams) values (made, source_id, -moved);
      insert into minimal.entries (movement, balance, grams) values (made, destination_id, moved);
      update minimal.balances set grams = grams - moved where id = source_id;
      update minimal.balances set grams = grams + moved where id = destination_id;
      return made;
    end $$;
    create function minimal.move_all(destination_id integer, moved bigint) returns void language plpgsql as $$
    begin
      for source in 1 .. ${MINIMAL_BALANCES} loop
        if source <> destination_id then perform minimal.move(source, destination_id, moved); end if;
      end loop;
    end $$`)
}

/** A movement as statements of a transaction, each prepared once. The lower id first, so that none wait in a circle. */
const SIX_STATEMENTS = `
\\set source random(1, ${MINIMAL_BALANCES - 1})
\\set destination random(:source + 1, ${MINIMAL_BALANCES})
begin;
select grams from minimal.balances where id = :source for update;
insert into minimal.movements (source, destination, grams) values (:source, :destination, 1000) returning id as made \\gset
insert into minimal.entries (movement, balance, grams) values (:made, :source, -1000);
insert into minimal.entries (movement, balance, grams) values (:made, :destination, 1000);
update minimal.balances set grams = grams - 1000 where id = :source;
update minimal.balances set grams = grams + 1000 where id = :destination;
commit;`

const ONE_FUNCTION = `
\\set source random(1, ${MINIMAL_BALANCES - 1})
\\set destination random(:source + 1, ${MINIMAL_BALANCES})
select minimal.move(:source, :destination, 1000);`

const ALL_AT_ONCE = `select minimal.move_all(1, 1);`

export const scripts = { six: SIX_STATEMENTS, one: ONE_FUNCTION, all: ALL_AT_ONCE }

/** Runs one of the scripts from so many clients for so long. */
export async function runPgbench(
  url: string,
  script: keyof typeof scripts,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Load> {
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-pgbench-'))
  try {
    await writeFile(path.join(directory, 'script.sql'), scripts[script])
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', String(Math.min(clients, 2))]
    const { stdout } = await run(
      await findPgbench(),
      [...options, '-T', String(Math.ceil(seconds)), '-l', '--log-prefix=log', '-f', 'script.sql', url],
      { cwd: directory },
    )
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (!(rate > 0)) throw new Error(`pgbench told no rate:\n${stdout}`)
    const times = await latenciesIn(directory)
    return { rate, count: times.length, ...latency(times) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** One line for each transaction: client, number, microseconds, … */
async function latenciesIn(directory: string): Promise<number[]> {
  const milliseconds: number[] = []
  for await (const file of glob('log.*', { cwd: directory })) {
    for (const line of (await readFile(path.join(directory, file), 'utf8')).split('\n')) {
      const microseconds = Number(line.split(' ')[2])
      if (microseconds > 0) milliseconds.push(microseconds / 1000)
    }
  }
  return milliseconds
}

/** On the path, or where Debian's packages put it. */
async function findPgbench(): Promise<string> {
  const isThere = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  if (isThere) return 'pgbench'
  const found: string[] = []
  for await (const file of glob('/usr/lib/postgresql/*/bin/pgbench')) found.push(file)
  const latest = found.toSorted().at(-1)
  if (latest === undefined)
    throw new Error('pgbench is needed: it comes with the server packages of PostgreSQL.')
  return latest
}
