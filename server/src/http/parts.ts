import type { AuthenticateClient } from '#access/authenticate-client.ts'
import type { Identify } from '#access/identify.ts'
import type { KeyLimiter } from '#access/key-limiter.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import type { Config } from '#config/config.ts'
import type { Secrets } from '#config/secrets.ts'
import type { PreviewAside } from '#dashboard/workflows/render-preview.ts'
import type { Database } from '#db/database.ts'
import type { Replica } from '#db/replica/replica.ts'
import type { Shares } from '#db/shares.ts'
import type { AcceptEvent } from '#events/accept-event.ts'
import type { Sns } from '#feedback/sns.ts'
import type { BulkReading } from '#members/bulk-reading.ts'
import type { Issuers } from '#members/single-sign-on/issuer.ts'
import type { Logger } from '#observability/logger.ts'
import type { Metrics } from '#observability/metrics.ts'
import type { Queue } from '#queue/queue.ts'
import type { UnsubscribeUrl } from '#runs/unsubscribe/unsubscribe-url.ts'
import type { Sealer } from '#secrets/sealer.ts'
import type { SimulateAside } from '#simulation/simulate-aside.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'

/** Everything that operations are carried out with. Put together in main.ts. */
export interface HttpParts {
  readonly config: Pick<
    Config,
    | 'authUrl'
    | 'baseUrl'
    | 'trustedProxies'
    | 'allowedPrivateAddresses'
    | 'allowedPorts'
    | 'dnsServers'
    | 'mostRequestsPerMinute'
  >
  readonly secrets: Secrets
  readonly database: Database
  /** Absent where there is no crowd, as in tests. */
  readonly shares?: Shares
  /** Where lists are read that may be some seconds old; absent without DATABASE_READ_URL. */
  readonly replica?: Replica
  readonly queue: Pick<Queue, 'enqueue'>
  readonly catalogue: Catalogue
  readonly organisations: OrganisationFactsCache
  readonly sealer: Sealer
  /** Where Millrace may send to, and the checks of a workflow that follow from it. */
  readonly policy: AddressPolicy
  readonly checks: DocumentChecks
  /** The identity providers of organisations. */
  readonly issuers: Issuers
  /** For the reports of Amazon SES. */
  readonly sns: Sns
  /** How many guests members were shown lately, over all lists of this process. */
  readonly bulkReading: BulkReading
  readonly unsubscribeUrl: UnsubscribeUrl
  readonly simulateAside?: SimulateAside
  /** Absent where nobody else waits, as in tests. */
  readonly previewAside?: PreviewAside
  readonly authenticateClient: AuthenticateClient
  readonly identify: Identify
  readonly keyLimiter: KeyLimiter
  readonly acceptEvent: AcceptEvent
  readonly logger: Logger
  readonly metrics: Metrics
}

/** What monitoring of a process needs. */
export type HealthParts = Pick<
  HttpParts,
  'config' | 'database' | 'replica' | 'acceptEvent' | 'logger' | 'metrics'
>
