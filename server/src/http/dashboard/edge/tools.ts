import type { AddressPolicy } from '#channels/guard/policy.ts'
import { outboundChecks } from '#dashboard/workflows/outbound-checks.ts'
import { createUnsubscribeUrl, type UnsubscribeUrl } from '#runs/unsubscribe-url.ts'
import { createSealer, type Sealer } from '#secrets/sealer.ts'
import type { Places } from '#venues/places.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import type { OutboundChecks } from '#workflows/validation/webhook-faults.ts'
import type { HttpParts } from '../../parts.ts'

/** What the dashboard's routes need beside what all routes have. */
export interface Tools {
  readonly places: Places
  readonly catalogue: Catalogue
  readonly policy: AddressPolicy
  readonly checks: OutboundChecks
  readonly sealer: Sealer
  readonly unsubscribeUrl: UnsubscribeUrl
}

const made = new WeakMap<HttpParts, Tools>()

/** Made once for a server. */
export function toolsOf(parts: HttpParts): Tools {
  const { config, secrets, places, catalogue } = parts
  const policy = { allowPrivate: config.allowedPrivateAddresses, extraPorts: config.allowedPorts }
  const tools = made.get(parts) ?? {
    places,
    catalogue,
    policy,
    checks: outboundChecks(policy),
    sealer: createSealer(secrets.master),
    unsubscribeUrl: createUnsubscribeUrl(config.baseUrl, secrets.unsubscribe),
  }
  made.set(parts, tools)
  return tools
}
