import type { Admission } from '#base/overloaded.ts'
import type { Database } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import type { Queue } from '#queue/queue.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { LoopGuard } from './loop-guard.ts'
import type { Sharing } from './sharing.ts'

export interface AcceptParts {
  readonly database: Pick<Database, 'tenant'>
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly queue: Pick<Queue, 'enqueue'>
  readonly tokens: TokenCheck
  readonly loops: LoopGuard
  readonly admission?: Admission
  /** Absent where organisations are not on one server: then each has its own transactions. */
  readonly sharing?: Sharing
}

export interface TokenCheck {
  /** Which of these tokens, by their hashes, are still valid for the organisation. */
  confirm(tx: Sql, organisationId: string, hashes: ReadonlySet<Buffer>): Promise<ReadonlySet<Buffer>>
  /** The same as part of a larger statement: how many are valid. */
  countLive(organisation: string, whichHashes: string): string
  /** The same for rows of an organisation and a hash. */
  countLiveOfSeveral(rows: string): string
}
