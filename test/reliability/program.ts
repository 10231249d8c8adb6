import { run, type Environment } from '../program.ts'

/** Makes the first organisation, as an operator does. Answers the key of its owner. */
export async function initialise(cwd: string, env: Environment): Promise<string> {
  const who = ['--organisation', 'Hill Farm', '--country', 'GB', '--email', 'owner@hill.example']
  const { stdout, stderr } = await run(['init', ...who, '--json'], { cwd, env })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).apiKey
}
