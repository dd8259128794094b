import type { ParseResult, ScanResult, ScanToken } from 'libpg-query'

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
  const rewriting = new Rewriting(parser.scan(text).tokens, places, text, naming)
  rewriting.visit(stmts[0] as Node, new Set())
  if (naming) rewriting.splitInserts((stmts[0] as { stmt: Node }).stmt)
  return rewriting.result()
}

type Node = { readonly [key: string]: unknown }

interface RangeVar {
  readonly schemaname?: string
  readonly relname: string
  readonly alias?: { readonly aliasname: string }
  readonly location?: number
}

interface Insertion {
  readonly start: number
  readonly end: number
  readonly text: string
}

const CLOCKS: Readonly<Record<string, string>> = {
  now: 'now_at',
  clock_timestamp: 'clock_at',
  random: 'random_at',
  gen_random_uuid: 'uuid_at',
}

class Rewriting {
  readonly #tokens: readonly ScanToken[]
  readonly #depths: readonly number[]
  readonly #places: Places
  /** Locations count bytes. */
  readonly #bytes: Buffer
  readonly #parameter: number
  readonly #insertions: Insertion[] = []
  readonly #naming: boolean
  #named = false

  constructor(tokens: readonly ScanToken[], places: Places, text: string, naming: boolean) {
    this.#naming = naming
    this.#tokens = tokens.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'))
    this.#places = places
    this.#bytes = Buffer.from(text)
    this.#depths = depthsOf(this.#tokens)
    const parameters = this.#tokens.filter(({ tokenName }) => tokenName === 'PARAM')
    this.#parameter = Math.max(0, ...parameters.map(token => Number(token.text.slice(1)))) + 1
  }

  result(): Named {
    const parts: Buffer[] = []
    let at = 0
    for (const { start, end, text } of this.#insertions.sort((one, other) => one.start - other.start)) {
      parts.push(this.#bytes.subarray(at, start), Buffer.from(text))
      at = end
    }
    parts.push(this.#bytes.subarray(at))
    return {
      text: Buffer.concat(parts).toString(),
      parameter: this.#named ? this.#parameter : undefined,
    }
  }

  /**
   * Of a statement that stores two things, the last becomes a query beside the others: Citus would send a statement that ends with
   * `INSERT … SELECT` to a node as it stands, with what comes before it.
   */
  splitInserts({ InsertStmt }: Node): void {
    const { withClause, selectStmt, returningClause } = (InsertStmt ?? {}) as Node
    if (withClause === undefined || ((selectStmt as Node).SelectStmt as Node).valuesLists !== undefined)
      return
    const last = this.#clause(0, 'INSERT')
    const rows = returningClause === undefined ? 'SELECT 1' : 'SELECT * FROM last_stored'
    this.#putAfter(last - 1, ', last_stored AS (')
    this.#putBefore(this.#tokens.length, `) ${rows}`)
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
    const start = table.location as number
    const { end } = this.#tokens[this.#nameOf(table)] as ScanToken
    const alias = table.alias === undefined ? ` AS ${table.relname}` : ''
    const name = this.#bytes.subarray(start, end).toString()
    this.#put(start, end, `(SELECT * FROM ${name} WHERE ${by} = ${this.#organisation()})${alias}`)
  }

  #change(table: RangeVar, { whereClause, targetList, returningClause, fromClause }: Node): void {
    const place = this.#placeOf(table)
    if (place === undefined) return
    this.#keepApart(fromClause)
    const alias = table.alias?.aliasname ?? table.relname
    this.#atRow([whereClause, targetList, returningClause], `${alias}.${place.column}`)
    if (place.by === undefined || !this.#naming) return
    const condition = `${alias}.${place.by} = ${this.#organisation()}`
    const from = this.#indexOf(table.location as number)
    if (whereClause === undefined) {
      this.#putBefore(this.#endOf(from), ` WHERE ${condition} `)
      return
    }
    const where = this.#clause(from, 'WHERE')
    this.#putAfter(where, ` ${condition} AND (`)
    this.#putBefore(this.#endOf(where), ')')
  }

  /** What is worked out before a change is not part of it, and may use any function; `OFFSET 0` keeps Citus from making it a part. */
  #keepApart(from: unknown): void {
    for (const item of (from ?? []) as Node[]) {
      const { subquery } = (item.RangeSubselect ?? {}) as { subquery?: { SelectStmt?: Node } }
      const { targetList, limitCount, limitOffset } = subquery?.SelectStmt ?? {}
      const [first] = (targetList ?? []) as Node[]
      if (first === undefined || limitCount !== undefined || limitOffset !== undefined) continue
      const inside = this.#indexOf((first.ResTarget as { location: number }).location)
      this.#putBefore(
        this.#next(inside, () => false),
        ' OFFSET 0',
      )
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
    const first = this.#clause(this.#indexOf(table.location as number), 'SELECT')
    const item = this.#indexOf(target.location as number)
    const { start } = this.#tokens[item] as ScanToken
    const { end } = this.#tokens[this.#endOfItem(item) - 1] as ScanToken
    const before = this.#bytes.subarray(start, end).toString()
    this.#put(start, end, 'whose.whose')
    // PostgreSQL must still see each parameter, to know its type.
    const same = before.startsWith('$') ? ` AND id = ${before}` : ''
    const whose = `(SELECT id FROM organisations WHERE id = ${this.#organisation()}${same}) AS whose (whose)`
    if (select.fromClause !== undefined) this.#putAfter(this.#clause(first, 'FROM'), ` ${whose},`)
    else this.#putBefore(this.#endOf(first), ` FROM ${whose} `)
    this.#atRow(select.targetList, 'whose.whose')
    // What is returned would otherwise be asked of a table that has another name on the node.
    if (table.alias === undefined) this.#putAfter(this.#nameOf(table), ` AS ${table.relname}`)
    const given = new Set((cols as Node[]).map(col => (col.ResTarget as Node).name))
    const missing = place.generated.filter(({ name }) => !given.has(name))
    if (missing.length === 0) return
    const opening = this.#next(this.#indexOf(table.location as number), ({ text }) => text === '(')
    this.#putAfter(opening, `${missing.map(({ name }) => name).join(', ')}, `)
    this.#putBefore(first, 'OVERRIDING SYSTEM VALUE ')
    this.#putAfter(first, ` ${missing.map(({ value }) => value.replace('$', 'whose.whose')).join(', ')},`)
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
    const index = this.#indexOf(location as number)
    const closing = this.#tokens[index + 2] as ScanToken
    this.#put((this.#tokens[index] as ScanToken).start, closing.end, `${clock}(${column})`)
  }

  #organisation(): string {
    this.#named = true
    return `$${this.#parameter}::uuid`
  }

  #put(start: number, end: number, text: string): void {
    this.#insertions.push({ start, end, text })
  }

  #putAfter(index: number, text: string): void {
    const { end } = this.#tokens[index] as ScanToken
    this.#put(end, end, text)
  }

  #putBefore(index: number, text: string): void {
    const start = this.#tokens[index]?.start ?? this.#bytes.length
    this.#put(start, start, text)
  }

  #indexOf(location: number): number {
    return this.#tokens.findIndex(({ start }) => start === location)
  }

  #nameOf({ schemaname, location }: RangeVar): number {
    return this.#indexOf(location as number) + (schemaname === undefined ? 0 : 2)
  }

  /** The next of these words in the query that the token `from` belongs to. */
  #clause(from: number, word: string): number {
    return this.#next(from, token => token.text.toUpperCase() === word)
  }

  /** Behind the clause that begins at `from`: where the next begins that can follow it, or the query ends. */
  #endOf(from: number): number {
    return this.#next(from, ({ text }) => ENDS.has(text.toUpperCase()))
  }

  #endOfItem(from: number): number {
    return this.#next(
      from,
      ({ text }) => text === ',' || text.toUpperCase() === 'FROM' || ENDS.has(text.toUpperCase()),
    )
  }

  /** IS DISTINCT FROM. */
  #isComparison(index: number): boolean {
    return this.#tokens[index - 1]?.text.toUpperCase() === 'DISTINCT'
  }

  #next(from: number, is: (token: ScanToken) => boolean): number {
    const depth = this.#depths[from] as number
    for (let index = from + 1; index < this.#tokens.length; index++) {
      if ((this.#depths[index] as number) < depth) return index
      if (this.#depths[index] === depth && is(this.#tokens[index] as ScanToken) && !this.#isComparison(index))
        return index
    }
    return this.#tokens.length
  }
}

const ENDS: ReadonlySet<string> = new Set([
  'WHERE',
  'RETURNING',
  'GROUP',
  'ORDER',
  'LIMIT',
  'OFFSET',
  'FOR',
  'ON',
  ';',
])

/** How many brackets are open at each token; one belongs to what is outside of it. */
function depthsOf(tokens: readonly ScanToken[]): number[] {
  let depth = 0
  return tokens.map(({ text }) => {
    if (text === ')' || text === ']') depth--
    const here = depth
    if (text === '(' || text === '[') depth++
    return here
  })
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
