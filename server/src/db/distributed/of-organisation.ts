import type pg from 'pg'
import { statementName } from '../statement-name.ts'
import type { Naming } from './naming.ts'

/** How to connect to a database, and how to say to it whose rows a statement is about if it is distributed. */
export interface DistributedConfig extends pg.ClientConfig {
  readonly naming?: Naming | undefined
}

/** For sessions of a distributed database: the functions there take precedence, see functions.ts. */
export const SEARCH_PATH = 'millrace,millrace_nodes,pg_catalog'

/** The organisation of a transaction goes to the node that has it. What looks over all nodes may be followed by a change of what is on each. */
export const SETTINGS_OF_DISTRIBUTED = [
  ['citus.propagate_set_commands', 'local'],
  ['citus.multi_shard_modify_mode', 'sequential'],
] as const

/**
 * The pool for work on a single organisation. Where the database is distributed, each of its statements names the organisation, and so
 * goes to the node that has it; anywhere else this is the pool itself. Nothing in such a statement is about another organisation, see
 * name-organisation.ts.
 */
export function ofOrganisation(pool: pg.Pool, organisationId: string): pg.Pool {
  const { naming } = pool.options as DistributedConfig
  return naming === undefined ? pool : through(pool, asked => nameIn(naming, organisationId, asked))
}

/** The pool for everything else. */
export function ofAll(pool: pg.Pool): pg.Pool {
  const { naming } = pool.options as DistributedConfig
  if (naming === undefined) return pool
  return through(pool, asked => {
    const text = naming.ofAll(asked.text)
    return text === asked.text ? asked : renamed(asked, text)
  })
}

export const isDistributed = ({ options }: pg.Pool): boolean =>
  (options as DistributedConfig).naming !== undefined

type Prepared = pg.QueryConfig

function through(pool: pg.Pool, rewrite: (asked: Prepared) => Prepared): pg.Pool {
  const rewritten = (asked: string | Prepared, given?: unknown[]) => {
    const config = typeof asked === 'string' ? { text: asked } : asked
    return rewrite(given === undefined ? config : { ...config, values: given })
  }
  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    const query = (asked: string | Prepared, values?: unknown[]) => client.query(rewritten(asked, values))
    return Object.assign(Object.create(client), { query })
  }
  const query = (asked: string | Prepared, values?: unknown[]) => pool.query(rewritten(asked, values))
  return Object.assign(Object.create(pool), { connect, query })
}

export function nameIn(naming: Naming, organisationId: string, asked: Prepared): Prepared {
  const { text, parameter } = naming.ofOne(asked.text)
  const named = renamed(asked, text)
  return parameter === undefined ? named : { ...named, values: [...(asked.values ?? []), organisationId] }
}

/** A prepared statement is known by its name. */
const renamed = ({ name, ...rest }: Prepared, text: string): Prepared => ({
  ...rest,
  ...(name !== undefined && { name: statementName(text) as string }),
  text,
})
