import type { Db } from 'pg-boss'
import type { Sql } from '#db/sql.ts'

/**
 * The transaction of a batch as its handler sees it. Statements with parameters are prepared, once on each
 * connection: a worker sends the same few for every batch, and planning them anew was 4 % of the database's time.
 * Their texts must therefore be constant.
 */
export function prepared(db: Db): Sql {
  return {
    query(text, values) {
      // Db has no names for statements, but hands on to pg what it is given.
      const statement = values === undefined ? text : ({ name: nameOf(text), text } as unknown as string)
      return db.executeSql(statement, values) as never
    },
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `millrace_${names.size}`
    names.set(text, name)
  }
  return name
}
