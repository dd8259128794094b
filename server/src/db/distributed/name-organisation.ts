import type { ParseResult, ScanResult } from 'libpg-query'
import { MarkedText } from './marked-text.ts'

/** PostgreSQL's own parser, see parser.ts. */
export interface Parser {
  parse(text: string): ParseResult
  scan(text: string): ScanResult
}

/** Where the rows of a table are: those of an organisation together, named by a column, or all of them on every node. */
export interface Placed {
  /** Undefined: on every node. */
  readonly by: string | undefined
  /** A column that every row has. */
  readonly column: string
  /** What a new row gets that differs from row to row, with `$` where a column of it goes. */
  readonly generated: readonly { readonly name: string; readonly value: string }[]
}

export type Places = ReadonlyMap<string, Placed>

/**
 * A statement in the form for one organisation, which is its parameter `$parameter`. Undefined: it names no organisation, because it
 * touches no rows that belong to one.
 */
export interface Named {
  readonly text: string
  readonly parameter: number | undefined
}

/**
 * Makes of a statement over the organisations one that names a single one, for which it does the same: Citus sends what names one
 * to the node that has its rows, and refuses most of what does not. Nothing is written again but what is inserted here, so
 * that a statement stands once, in the form for one node:
 *
 * - Each table becomes its rows of the organisation: `FROM runs` → `FROM (SELECT * FROM runs WHERE organisation_id = $3) AS runs`.
 * - What is changed or deleted is of the organisation: `WHERE runs.organisation_id = $3 AND …`.
 * - `INSERT … SELECT` selects from the organisation's row: otherwise Citus would read the rows first and store them by COPY, which
 *   row-level security refuses.
 * - What changes a row asks for the time where the row is (`now_at`, see functions.sql): Citus refuses `now()` in most places of such a
 *   statement, because each node would have another.
 */
export function nameOrganisation(parser: Parser, places: Places, text: string): Named {
  return rewrite(parser, places, text, true)
}

/** The same without the organisation, for statements that name one already, or look over all. */
export function askWhereRowsAre(parser: Parser, places: Places, text: string): string {
  return rewrite(parser, places, text, false).text
}

function rewrite(parser: Parser, places: Places, text: string, naming: boolean): Named {
  const { stmts = [] } = parser.parse(text)
  if (stmts.length !== 1) return { text, parameter: undefined }
  const marked = new MarkedText(text, parser.scan(text).tokens)
  const rewriting = new Rewriting(marked, places, naming)
  rewriting.visit(stmts[0] as Node, new Set())
  if (naming) rewriting.splitInserts((stmts[0] as { stmt: Node }).stmt)
  return { text: marked.toString(), parameter: rewriting.parameter }
}

type Node = { readonly [key: string]: unknown }

interface RangeVar {
  readonly schemaname?: string
  readonly relname: string
  readonly alias?: { readonly aliasname: string }
  readonly location: number
}

const CLOCKS: Readonly<Record<string, string>> = {
  now: 'now_at',
  clock_timestamp: 'clock_at',
  random: 'random_at',
  gen_random_uuid: 'uuid_at',
}

class Rewriting {
  readonly #text: MarkedText
  readonly #places: Places
  readonly #naming: boolean
  readonly #next: number
  #named = false

  constructor(text: MarkedText, places: Places, naming: boolean) {
    this.#text = text
    this.#places = places
    this.#naming = naming
    this.#next = text.parameters + 1
  }

  get parameter(): number | undefined {
    return this.#named ? this.#next : undefined
  }

  /**
   * Of a statement that stores two things, the last becomes a query beside the others: Citus would send a statement that ends with
   * `INSERT … SELECT` to a node as it stands, with what comes before it.
   */
  splitInserts({ InsertStmt }: Node): void {
    const { withClause, selectStmt, returningClause } = (InsertStmt ?? {}) as Node
    if (withClause === undefined || ((selectStmt as Node).SelectStmt as Node).valuesLists !== undefined)
      return
    const rows = returningClause === undefined ? 'SELECT 1' : 'SELECT * FROM last_stored'
    this.#text.putAfter(this.#text.next('INSERT', 0) - 1, ', last_stored AS (')
    this.#text.putLast(`) ${rows}`)
  }

  visit(node: unknown, queries: ReadonlySet<string>): void {
    if (Array.isArray(node)) for (const each of node) this.visit(each, queries)
    else if (typeof node === 'object' && node !== null) {
      for (const [kind, value] of Object.entries(node)) this.#visitOne(kind, value as Node, queries)
    }
  }

  #visitOne(kind: string, value: Node, queries: ReadonlySet<string>): void {
    // It names what is locked by its alias.
    if (kind === 'lockingClause') return
    if (kind === 'RangeVar') this.#readFrom(value as unknown as RangeVar, queries)
    else if (kind.endsWith('Stmt')) this.#visitStatement(kind, value, queries)
    else this.visit(value, queries)
  }

  #visitStatement(kind: string, value: Node, queries: ReadonlySet<string>): void {
    const { withClause, relation, ...rest } = value
    const known = this.#visitQueries(withClause as Node | undefined, queries)
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.#change(relation as RangeVar, rest)
    if (kind === 'InsertStmt') this.#insert(relation as RangeVar, rest, known)
    this.visit(rest, known)
  }

  /** The names of its queries hide tables. */
  #visitQueries(withClause: Node | undefined, queries: ReadonlySet<string>): ReadonlySet<string> {
    if (withClause === undefined) return queries
    const known = new Set(queries)
    const own = (withClause.ctes as Node[]).map(
      ({ CommonTableExpr }) => CommonTableExpr as { ctename: string; ctequery: Node },
    )
    if (withClause.recursive === true) for (const { ctename } of own) known.add(ctename)
    for (const { ctename, ctequery } of own) {
      this.visit(ctequery, known)
      known.add(ctename)
    }
    return known
  }

  #placeOf({ relname }: RangeVar): Placed | undefined {
    return this.#places.get(relname)
  }

  #readFrom(table: RangeVar, queries: ReadonlySet<string>): void {
    if (table.schemaname === undefined && queries.has(table.relname)) return
    const by = this.#placeOf(table)?.by
    if (by === undefined || !this.#naming) return
    const [start, end] = this.#nameOf(table)
    const alias = table.alias === undefined ? ` AS ${table.relname}` : ''
    const name = this.#text.between(start, end)
    this.#text.replace(start, end, `(SELECT * FROM ${name} WHERE ${by} = ${this.#organisation()})${alias}`)
  }

  #change(table: RangeVar, { whereClause, targetList, returningClause, fromClause }: Node): void {
    const place = this.#placeOf(table)
    if (place === undefined) return
    this.#keepApart(fromClause)
    const alias = table.alias?.aliasname ?? table.relname
    this.#atRow([whereClause, targetList, returningClause], `${alias}.${place.column}`)
    if (place.by === undefined || !this.#naming) return
    const condition = `${alias}.${place.by} = ${this.#organisation()}`
    const [from] = this.#nameOf(table)
    if (whereClause === undefined) {
      this.#text.putBefore(this.#text.endOfClause(from), ` WHERE ${condition} `)
      return
    }
    const where = this.#text.next('WHERE', from)
    this.#text.putAfter(where, ` ${condition} AND (`)
    this.#text.putBefore(this.#text.endOfClause(where), ')')
  }

  /** What is worked out before a change is not part of it, and may use any function; `OFFSET 0` keeps Citus from making it a part. */
  #keepApart(from: unknown): void {
    for (const item of (from ?? []) as Node[]) {
      const { subquery } = (item.RangeSubselect ?? {}) as { subquery?: { SelectStmt?: Node } }
      const { targetList, limitCount, limitOffset } = subquery?.SelectStmt ?? {}
      const [first] = (targetList ?? []) as Node[]
      if (first === undefined || limitCount !== undefined || limitOffset !== undefined) continue
      const inside = this.#text.at((first.ResTarget as { location: number }).location)
      this.#text.putBefore(this.#text.endOfQuery(inside), ' OFFSET 0')
    }
  }

  #insert(
    table: RangeVar,
    { cols, selectStmt, onConflictClause, returningClause }: Node,
    queries: ReadonlySet<string>,
  ): void {
    const place = this.#placeOf(table)
    if (place === undefined) return
    const alias = table.alias?.aliasname ?? table.relname
    this.#atRow([onConflictClause, returningClause], `${alias}.${place.column}`)
    const select = (selectStmt as Node | undefined)?.SelectStmt as Node | undefined
    if (place.by === undefined || select === undefined || !isFlat(select) || !this.#naming) return
    const column = (cols as Node[]).findIndex(col => (col.ResTarget as Node).name === place.by)
    const target = (select.targetList as Node[])[column]?.ResTarget as Node | undefined
    if (target === undefined || this.#isOwned(target, select, queries)) return
    const [start, end] = this.#nameOf(table)
    const first = this.#text.next('SELECT', start)
    const item = this.#text.at(target.location as number)
    const before = this.#text.between(item, this.#text.endOfItem(item))
    this.#text.replace(item, this.#text.endOfItem(item), 'whose.whose')
    // PostgreSQL must still see each parameter, to know its type.
    const same = before.startsWith('$') ? ` AND id = ${before}` : ''
    const whose = `(SELECT id FROM organisations WHERE id = ${this.#organisation()}${same}) AS whose (whose)`
    if (select.fromClause !== undefined) this.#text.putAfter(this.#text.next('FROM', first), ` ${whose},`)
    else this.#text.putBefore(this.#text.endOfClause(first), ` FROM ${whose} `)
    this.#atRow(select.targetList, 'whose.whose')
    // What is returned would otherwise be asked of a table that has another name on the node.
    if (table.alias === undefined) this.#text.putAfter(end - 1, ` AS ${table.relname}`)
    const given = new Set((cols as Node[]).map(col => (col.ResTarget as Node).name))
    const missing = place.generated.filter(({ name }) => !given.has(name))
    if (missing.length === 0) return
    this.#text.putAfter(this.#text.next('(', start), `${missing.map(({ name }) => name).join(', ')}, `)
    this.#text.putBefore(first, 'OVERRIDING SYSTEM VALUE ')
    this.#text.putAfter(
      first,
      ` ${missing.map(({ value }) => value.replace('$', 'whose.whose')).join(', ')},`,
    )
  }

  /** Whether it is a column of a table that is with the organisation anyway. */
  #isOwned(target: Node, select: Node, queries: ReadonlySet<string>): boolean {
    const fields = ((target.val as Node).ColumnRef as Node | undefined)?.fields as Node[] | undefined
    const [qualifier] = fields ?? []
    const name = (qualifier?.String as Node | undefined)?.sval
    return tablesOf(select.fromClause).some(
      table =>
        !queries.has(table.relname) &&
        this.#placeOf(table)?.by !== undefined &&
        (table.alias?.aliasname ?? table.relname) === name,
    )
  }

  /** The clocks in what is worked out for a row. */
  #atRow(node: unknown, column: string): void {
    if (Array.isArray(node)) for (const each of node) this.#atRow(each, column)
    else if (typeof node === 'object' && node !== null) {
      const { FuncCall, ...others } = node as { FuncCall?: Node }
      if (FuncCall !== undefined) this.#clockAtRow(FuncCall, column)
      this.#atRow(Object.values(others), column)
      if (FuncCall !== undefined) this.#atRow(FuncCall.args, column)
    }
  }

  #clockAtRow({ funcname, args, location }: Node, column: string): void {
    const name = (funcname as { String: { sval: string } }[]).at(-1)?.String.sval ?? ''
    const clock = CLOCKS[name]
    if (clock === undefined || args !== undefined) return
    const index = this.#text.at(location as number)
    this.#text.replace(index, index + '()'.length + 1, `${clock}(${column})`)
  }

  #organisation(): string {
    this.#named = true
    return `$${this.#next}::uuid`
  }

  /** From the first token of its name to behind it. */
  #nameOf({ schemaname, location }: RangeVar): [start: number, end: number] {
    const start = this.#text.at(location)
    return [start, start + (schemaname === undefined ? 1 : 3)]
  }
}

/** Rows one by one, to which a table may be added. */
const isFlat = ({ targetList, distinctClause, groupClause, op }: Node): boolean =>
  targetList !== undefined && distinctClause === undefined && groupClause === undefined && op === 'SETOP_NONE'

function tablesOf(from: unknown): RangeVar[] {
  if (Array.isArray(from)) return from.flatMap(tablesOf)
  if (typeof from !== 'object' || from === null) return []
  const { RangeVar, JoinExpr } = from as { RangeVar?: RangeVar; JoinExpr?: { larg: unknown; rarg: unknown } }
  if (RangeVar !== undefined) return [RangeVar]
  return JoinExpr === undefined ? [] : [...tablesOf(JoinExpr.larg), ...tablesOf(JoinExpr.rarg)]
}
