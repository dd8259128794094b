import type { OpenApiDocument } from './conformance.ts'

/** What one organisation has, by the kinds of ids that requests name. */
export interface Belongings {
  readonly organisation: string
  readonly key: string
  readonly guest: string
  readonly workflow: string
  readonly run: string
  readonly event: string
  readonly serial: string
  readonly guestImport: string
  readonly segment: string
  readonly suppression: string
  readonly subscription: string
  readonly subscriptionDelivery: string
  readonly broadcast: string
}

export interface ForeignRequest {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown> | undefined
}

type Kind = keyof Belongings

/** Which thing an id stands for. A parameter that is not here fails the test that meets it: it must be thought about. */
const kinds: Record<string, Kind> = {
  workflowId: 'workflow',
  runId: 'run',
  org_reg_id: 'guest',
  organisation_registration_id: 'guest',
  '/v1/workflows/incoming-event/{id}': 'event',
  '/v1/guests/{id}': 'guest',
  '/v1/guests/{id}/facts': 'guest',
  '/v1/guests/{id}/merge': 'guest',
  '/v1/guests/{id}/merge/undo': 'guest',
  '/v1/guest-imports/{id}': 'guestImport',
  '/v1/guest-imports/{id}/file': 'guestImport',
  '/v1/guest-imports/{id}/start': 'guestImport',
  '/v1/guest-imports/{id}/cancel': 'guestImport',
  '/v1/guest-imports/{id}/undo': 'guestImport',
  '/v1/guest-imports/{id}/refused-rows': 'guestImport',
  '/v1/segments/{id}': 'segment',
  '/v1/segments/{id}/guests': 'segment',
  '/v1/suppressions/{id}': 'suppression',
  '/v1/suppressions/{id}/lift': 'suppression',
  '/v1/subscriptions/{id}': 'subscription',
  '/v1/subscriptions/{id}/secret': 'subscription',
  '/v1/subscriptions/{id}/test': 'subscription',
  '/v1/subscriptions/{id}/replay': 'subscription',
  '/v1/subscriptions/{id}/deliveries': 'subscription',
  '/v1/subscriptions/{id}/deliveries/{deliveryId}': 'subscription',
  broadcastId: 'broadcast',
  deliveryId: 'subscriptionDelivery',
  delivery_id: 'subscriptionDelivery',
}

/** What else a request needs, so that nothing but the id is wrong with it. */
const rest: Record<string, Record<string, unknown>> = {
  'patch /v1/workflows/{workflowId}/broadcasts/{broadcastId}': { state: 'paused' },
  'post /v1/workflows/{workflowId}/missed': { decision: 'let_go' },
  'patch /v1/guests/{id}': { name: 'Changed' },
  'put /v1/guest-imports/{id}/file': { offset: 0, content: 'ZW1haWwK' },
  'post /v1/guest-imports/{id}/start': { trial: true },
  'patch /v1/segments/{id}': { name: 'Changed' },
  'patch /v1/subscriptions/{id}': { name: 'Changed' },
  'post /v1/subscriptions/{id}/replay': { from: '2026-01-01T00:00:00Z' },
  'post /v1/suppressions/{id}/lift': { because: 'Changed' },
}

interface Operation {
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
}

/**
 * Every request that the document knows with an id in its path or body, with one of `theirs` in the place of each
 * id, and the caller's own in the other places: none of them may find anything. `theirs` are all that there are, or
 * only the one that the place is for and one of another kind.
 */
export function foreignRequests(
  document: OpenApiDocument,
  own: Belongings,
  theirs: Belongings,
  { eachKind }: { eachKind: boolean },
): ForeignRequest[] {
  const requests: ForeignRequest[] = []
  for (const [template, operations] of Object.entries(document.paths)) {
    if (!template.startsWith('/v1/')) continue
    for (const [method, operation] of Object.entries(operations)) {
      const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
      const inBody = bodyIds(document, operation as Operation)
      const slots = [...inPath, ...inBody]
      const choices = slots.map(slot => {
        const kind = kindOf(slot, template)
        const foreign = eachKind ? Object.values(theirs) : [theirs[kind], theirs[otherThan(kind)]]
        return [own[kind], ...foreign]
      })
      for (const values of combinations(choices)) {
        if (values.every((value, at) => value === choices[at]?.[0])) continue
        const valueIn = (slot: string) => values[slots.indexOf(slot)] as string
        requests.push({
          method: method.toUpperCase(),
          path: template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(valueIn(name))),
          body:
            inBody.length === 0
              ? rest[`${method} ${template}`]
              : Object.fromEntries(inBody.map(slot => [slot, valueIn(slot)])),
        })
      }
    }
  }
  return requests
}

function kindOf(slot: string, template: string): Kind {
  const kind = kinds[slot] ?? kinds[template]
  if (kind === undefined) throw new Error(`say in foreign-requests.ts what ${slot} of ${template} stands for`)
  return kind
}

/** The next kind of what there is. */
function otherThan(kind: Kind): Kind {
  const all = [...new Set(Object.values(kinds))]
  return all[(all.indexOf(kind) + 1) % all.length] as Kind
}

/** The required ids of a body. */
function bodyIds(document: OpenApiDocument, { requestBody }: Operation): string[] {
  const reference = requestBody?.content['application/json']?.schema.$ref
  const name = reference?.split('/').at(-1)
  if (name === undefined) return []
  const schema = document.components.schemas[name] as { required?: string[] }
  return (schema.required ?? []).filter(field => field.endsWith('_id'))
}

function combinations(choices: string[][]): string[][] {
  return choices.reduce<string[][]>(
    (before, values) => before.flatMap(chosen => values.map(value => [...chosen, value])),
    [[]],
  )
}
