import { JSONPathEnvironment, type JSONPathQuery, type JSONValue, jsonpath } from 'json-p3'

const { FilterSelector, IndexSelector, NameSelector } = jsonpath.selectors

/**
 * JSONPath, RFC 9535, without what could take more than one look at each value: a delivery is another system's, and a
 * path is a member's, and neither may keep the server busy.
 */
export type CompiledPath = (document: unknown) => unknown[]

const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 })
// Regular expressions can take time without end.
for (const name of ['match', 'search']) environment.functionRegister.delete(name)

const MOST_SELECTORS = 4
/** More than any list that makes events may have; a sum or a count beyond it would be no till's. */
const MOST_NODES = 50_000

export class PathFault extends Error {
  override name = 'PathFault'
}

const compiled = new Map<string, CompiledPath>()
const MOST_COMPILED = 5_000

/** Throws PathFault with a sentence that says what is wrong. */
export function compilePath(text: string): CompiledPath {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const query = parse(text)
  checkCost(query)
  const path: CompiledPath = document => {
    const values: unknown[] = []
    for (const node of query.lazyQuery(document as JSONValue)) {
      values.push(node.value)
      if (values.length === MOST_NODES) break
    }
    return values
  }
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(text, path)
  return path
}

function parse(text: string): JSONPathQuery {
  try {
    return environment.compile(text)
  } catch (error) {
    throw new PathFault(
      `is not a JSONPath as in RFC 9535: ${(error as Error).message.split('\n')[0]?.slice(0, 200)}`,
    )
  }
}

function checkCost(query: JSONPathQuery): void {
  let descendants = 0
  let selectors = 0
  for (const segment of query.segments) {
    if (segment.toString().startsWith('..')) descendants++
    if (segment.selectors.length > 1) selectors += segment.selectors.length
    for (const selector of segment.selectors) {
      if (selector instanceof FilterSelector) checkFilter(selector.expression)
    }
  }
  if (descendants > 1) throw new PathFault('may have ".." once only')
  if (selectors > MOST_SELECTORS) {
    throw new PathFault(`may name at most ${MOST_SELECTORS} things in brackets with commas`)
  }
}

/** Inside a filter, a path may only lead to one place: it is followed for each value that the filter looks at. */
function checkFilter(expression: unknown): void {
  for (const inner of queriesIn(expression)) {
    const singular = inner.segments.every(
      segment =>
        !segment.toString().startsWith('..') &&
        segment.selectors.length === 1 &&
        segment.selectors.every(one => one instanceof NameSelector || one instanceof IndexSelector),
    )
    if (!singular) throw new PathFault('may have only names and places, as @.a.b[0], inside a filter')
  }
}

/** Every path inside of an expression, at any depth. */
function queriesIn(expression: unknown): JSONPathQuery[] {
  if (expression === null || typeof expression !== 'object') return []
  const { path, left, right, expression: inner, args } = expression as Record<string, unknown>
  const here = path !== undefined ? [path as JSONPathQuery] : []
  const within = [left, right, inner, ...(Array.isArray(args) ? args : [])]
  return [...here, ...within.flatMap(queriesIn)]
}
