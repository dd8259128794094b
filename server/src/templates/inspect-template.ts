import {
  type RangeToken,
  type Template,
  type Token,
  TypeGuards,
  toValueSync,
  Value,
  type ValueToken,
} from 'liquidjs'

/** A path as it is written: a key, an index, or undefined for a part that is only known when it is rendered. */
export type Path = readonly (string | number | undefined)[]

export interface Inspection {
  /** What it reads of its input: names that it assigns itself are left out. */
  readonly variables: { path: Path; begin: number }[]
  readonly filters: { name: string; begin: number }[]
  readonly ranges: RangeToken[]
  /** How many values, operators and filters a tag or output evaluates itself, without the content of its block. */
  readonly sizes: Map<Template, number>
}

/** Far more than people write, and far less than fills the stack. */
const DEEPEST = 100

type Names = ReadonlySet<string>

/** Everything that a template reads and uses, in the order in which it is written. */
export function inspectTemplate(templates: readonly Template[]): Inspection {
  const found: Inspection = { variables: [], filters: [], ranges: [], sizes: new Map() }
  /** From `assign` and `capture`, which apply from there to the end. */
  const assigned = new Set<string>()
  let visited = 0

  function visit(template: Template, loops: Names, depth: number): void {
    if (depth > DEEPEST) throw new Error(`Blocks may be nested ${DEEPEST} deep, and no deeper.`)
    const before = visited
    for (const argument of template.arguments?.() ?? []) visitArgument(argument, loops)
    found.sizes.set(template, visited - before)
    for (const name of template.localScope?.() ?? []) assigned.add(name.content)
    const children: Template[] = template.children ? toValueSync(template.children(false, true)) : []
    const names = template.blockScope ? new Set([...loops, ...template.blockScope()]) : loops
    for (const child of children) visit(child, names, depth + 1)
  }

  function visitArgument(argument: Value | ValueToken, loops: Names): void {
    if (!(argument instanceof Value)) {
      visitToken(argument, loops)
      return
    }
    visitAll(argument.initial.postfix, loops)
    for (const filter of argument.filters) visitFilter(filter['token'], loops)
  }

  function visitFilter({ name, args, input, begin }: Value['filters'][number]['token'], loops: Names): void {
    // The escape that liquidjs adds to every output is not in the text.
    if (input === '') return
    found.filters.push({ name, begin })
    for (const argument of args) visitToken(Array.isArray(argument) ? argument[1] : argument, loops)
  }

  function visitAll(tokens: readonly Token[], loops: Names): void {
    for (const token of tokens) visitToken(token, loops)
  }

  function visitToken(token: Token | undefined, loops: Names): void {
    visited += 1
    if (TypeGuards.isRangeToken(token)) {
      found.ranges.push(token)
      visitAll([token.lhs, token.rhs], loops)
    } else if (TypeGuards.isFilteredValueToken(token)) {
      visitAll(token.initial.postfix, loops)
      for (const filter of token.filters) visitFilter(filter, loops)
    } else if (TypeGuards.isPropertyAccessToken(token)) {
      visitAll(token.props, loops)
      if (token.variable) {
        visitToken(token.variable, loops)
        return
      }
      const path = token.props.map(keyOf)
      const [root] = path
      const own = typeof root === 'string' && (assigned.has(root) || loops.has(root))
      if (!own) found.variables.push({ path, begin: token.begin })
    }
  }

  for (const template of templates) visit(template, new Set(), 0)
  return found
}

function keyOf(token: Token): string | number | undefined {
  if (TypeGuards.isWordToken(token) || TypeGuards.isQuotedToken(token)) return token.content
  return TypeGuards.isNumberToken(token) ? token.content : undefined
}
