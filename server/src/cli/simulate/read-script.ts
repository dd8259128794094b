import { readFileSync } from 'node:fs'
import { SimulationScript } from '@millrace/contract/simulation'
import { Compile } from 'typebox/compile'
import { storedId } from '#base/ids.ts'
import { parseParameters } from '../events/parameters.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'

export interface ScriptOptions {
  readonly guest?: string
  readonly event?: string
  readonly serial?: readonly string[]
  readonly source?: string
  readonly param?: readonly string[]
  readonly at?: string
  readonly script?: string
}

const schema = Compile(SimulationScript)

/** The options of the command line as a script. Without a usual source, the clock starts the workflow. */
export function readScript(options: ScriptOptions, usualSource: string | null | undefined): SimulationScript {
  const { guest, script, at } = options
  const course = script === undefined ? { happenings: [{ advance: 'end' }] } : readJson('--script', script)
  const composed: unknown = {
    guest: guest === undefined ? { invented: {} } : idOr('known', 'invented', '--guest', guest),
    event: readEvent(options, usualSource),
    ...(at === undefined ? {} : { start_at: readTime(at) }),
    ...course,
  }
  if (schema.Check(composed)) return composed
  const [fault] = schema.Errors(composed)
  const where = fault?.instancePath.replace(/^\//, '').replaceAll('/', '.')
  throw new Failure(`The script is not valid: ${where || 'it'} ${fault?.message ?? 'does not fit'}.`)
}

function readEvent(
  { event, serial, source, param }: ScriptOptions,
  usualSource: string | null | undefined,
): object {
  if (event !== undefined) {
    if (serial !== undefined || source !== undefined || param !== undefined)
      throw wrongUsage('Give the event with --event, or with --source, --serial and --param, not both.')
    return idOr('stored', 'written', '--event', event)
  }
  if (usualSource === undefined && source === undefined && serial === undefined && param === undefined)
    return { occasion: 'next' }
  const from = source ?? usualSource ?? null
  return {
    written: {
      source: from === '' ? null : from,
      serials: serial ?? [],
      parameters: parseParameters(param ?? []),
    },
  }
}

function idOr(known: string, made: string, option: string, text: string): object {
  const id = storedId(text)
  return id === undefined ? { [made]: readJson(option, text) } : { [known]: id }
}

function readJson(option: string, path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure(`${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {}
  throw new Failure(`${option}: ${path} is not a JSON object.`)
}

function readTime(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw wrongUsage(`--at is "${text}"; give a time, such as 2026-07-01T12:00:00Z.`)
  return at.toISOString()
}
