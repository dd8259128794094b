import { randomBytes } from 'node:crypto'
import { type Ground, type GroundOptions, openGround } from '../support/ground.ts'
import { type TestDatabase, urlOf } from '../support/postgres.ts'
import { type TestServer, withAdmin } from '../support/test-server.ts'

/** A promise tried a great many times. */
export interface Proof {
  readonly name: string
  /** What must hold. */
  readonly promise: string
  /** Programs that Millrace does not bring. Where one is missing, the proof is skipped. */
  readonly needs?: readonly Needed[]
  run(trial: Trial): Promise<Outcome>
}

/** A program of Debian's. */
export interface Needed {
  /** The package that has it. */
  readonly name: string
  isThere(): boolean
}

/** A few seconds, the part of a proof that fits into the hour of all of them, or as often as it takes to rely on it. */
export type Size = 'quick' | 'hour' | 'whole'

export interface Trial {
  readonly size: Size
  /** A few seconds, to see that the proof itself works. */
  readonly quick: boolean
  /** How often, by the size of the trial. */
  many<T>(by: Readonly<Record<Size, T>>): T
  /** For proofs whose tests make their own databases. */
  readonly server: TestServer
  /** For those that continue for as long as one likes. */
  readonly minutes: number
  /** A separate migrated, empty database for the proof. */
  createDatabase(): Promise<TestDatabase>
  openGround(options?: GroundOptions): Promise<Ground>
  /** Replaces the line under the proof's name. */
  progress(sentence: string): void
}

export interface Outcome {
  /** How often what was tried, as '200 kills, 3,041 runs'. */
  readonly tried: string
  readonly worst: string
  /** What was seen of what must not hold, where there is something. */
  readonly control?: string
  /** Empty when the promise holds. */
  readonly faults: readonly string[]
}

export function createTrial(
  server: TestServer,
  { size, minutes }: Pick<Trial, 'size' | 'minutes'>,
  progress: (sentence: string) => void,
): Trial {
  const { admin, template, prefix } = server
  async function createDatabase(): Promise<TestDatabase> {
    const name = `${prefix}_${randomBytes(6).toString('hex')}`
    await withAdmin(admin, client =>
      client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
    )
    const connection = { ...admin, database: name }
    const drop = async () => {
      await withAdmin(admin, client => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    }
    return { url: urlOf(connection), connection, drop }
  }
  return {
    size,
    quick: size === 'quick',
    many: by => by[size],
    minutes,
    progress,
    server,
    createDatabase,
    openGround: async options => openGround(await createDatabase(), options),
  }
}

export const oneOf = <T>(things: readonly T[]): T => things[Math.floor(Math.random() * things.length)] as T

export const between = (least: number, most: number) => least + Math.random() * (most - least)

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export const counted = (n: number) => n.toLocaleString('en')
