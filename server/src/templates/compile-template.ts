import type { Template } from 'liquidjs'
import { setSize } from './budget.ts'
import { type Channel, channels } from './channel.ts'
import { engineOf } from './engine.ts'
import { type Inspection, inspectTemplate } from './inspect-template.ts'
import { isKnownPath, writePath } from './known-path.ts'
import { positionOf } from './position.ts'
import { guardRange } from './range-bound.ts'
import { faultOf, type TemplateFault } from './template-fault.ts'

export interface CompiledTemplate {
  readonly channel: Channel
  readonly parts: Template[]
  readonly variables: readonly string[]
}

export type Compiled =
  | { readonly ok: true; readonly template: CompiledTemplate }
  | { readonly ok: false; readonly faults: readonly TemplateFault[] }

/** Enough to fix a template; a completely broken one does not need a fault for each place. */
const MOST_FAULTS = 50

/**
 * Reads a template. Only the first syntax fault is reported, since the rest cannot be understood without it; unknown
 * variables and filters are all reported. Without `known` every variable is accepted, for a template that was checked
 * before: missing values are empty.
 */
export function compileTemplate(text: string, channel: Channel, known?: ReadonlySet<string>): Compiled {
  const message = tooLarge(text, channels[channel].longestTemplate)
  if (message !== undefined) return { ok: false, faults: [{ message, line: 1, column: 1 }] }
  const { liquid, filters } = engineOf(channel)
  try {
    const parts = liquid.parse(text)
    const inspection = inspectTemplate(parts)
    const faults = unknownIn(text, inspection, filters, known)
    if (faults.length > 0) return { ok: false, faults }
    inspection.ranges.forEach(guardRange)
    for (const [template, size] of inspection.sizes) setSize(template, size)
    const variables = [...new Set(inspection.variables.map(({ path }) => writePath(path)))]
    return { ok: true, template: { channel, parts, variables } }
  } catch (error) {
    return { ok: false, faults: [faultOf(error)] }
  }
}

/** The parser of liquidjs removes items from the front of a list, which is slow for more than 16,000 parts. */
const MOST_PARTS = 5_000

function tooLarge(text: string, longest: number): string | undefined {
  if (text.length > longest)
    return `The template has ${text.length} characters; at most ${longest} are allowed.`
  const parts = text.split(/\{[{%]/).length - 1
  if (parts > MOST_PARTS)
    return `The template has ${parts} tags and outputs; at most ${MOST_PARTS} are allowed.`
  return undefined
}

/** The paths that it reads, such as `guest.name`, with a star for a key that is only known when it is rendered. */
export const variablesOf = (template: CompiledTemplate): readonly string[] => template.variables

function unknownIn(
  text: string,
  { variables, filters }: Inspection,
  knownFilters: ReadonlySet<string>,
  known: ReadonlySet<string> | undefined,
): TemplateFault[] {
  const unknown = [
    ...(known ? variables.filter(({ path }) => !isKnownPath(path, known)) : []).map(({ path, begin }) => ({
      message: `There is no "${writePath(path)}".`,
      begin,
    })),
    ...filters
      .filter(({ name }) => !knownFilters.has(name))
      .map(({ name, begin }) => ({ message: `There is no filter "${name}" here.`, begin })),
  ]
  return unknown
    .sort((one, other) => one.begin - other.begin)
    .slice(0, MOST_FAULTS)
    .map(({ message, begin }) => ({ message, ...positionOf(text, begin) }))
}
