/** How a vendor sends, as its public documentation says it (read in November 2026). */
export interface Manners {
  /** How long it waits for an answer. */
  readonly timeoutMs: number
  /** How many minutes it waits before each further attempt; then it gives up. */
  readonly pauses: readonly number[]
  /** Whether it tries again after an answer other than 2xx. What is not answered is always tried again. */
  retries(status: number): boolean
  /** After which errors it sends nothing more until someone turns it on again: so many within minutes, or one of these. */
  readonly switchesOff?: {
    readonly errors?: number
    readonly minutes?: number
    readonly statuses?: readonly number[]
  }
  /** What makes one delivery of the example another one: a text in its body, or a header. */
  readonly ids: readonly string[]
  readonly idHeader?: string
}

const always = () => true
/**
 * Where a vendor documents no schedule, that of Toast, the most impatient of those who do: three attempts within a quarter of
 * an hour. This is an assumption, for Lightspeed K-Series, Deliverect and Mews as for systems that anyone can write.
 */
const undocumented = { timeoutMs: 2_000, pauses: [5, 10], retries: always }
/** Of the recommendations of Standard Webhooks, the first ones. */
const recommended = { timeoutMs: 15_000, pauses: [0.1, 5, 30, 120, 300, 600], retries: always }

export const vendorManners: Readonly<Record<string, Manners>> = {
  // https://developer.squareup.com/docs/webhooks-api/delivery-sla
  square: { timeoutMs: 10_000, pauses: [1, 2, 4, 8, 16, 32, 60, 60], retries: always, ids: ['pay-42'] },
  // https://doc.toasttab.com/doc/devguide/apiRetrySupport.html and apiTimeouts.html
  toast: {
    timeoutMs: 2_000,
    pauses: [5, 10],
    retries: status => status === 404 || status === 429 || status >= 500,
    switchesOff: { errors: 50, minutes: 5 },
    ids: ['check-1', 'event-'],
  },
  lightspeed: { ...undocumented, ids: [], idHeader: 'x-lightspeed-idempotency-key' },
  deliverect: { ...undocumented, ids: ['6560000000000000000000a7'] },
  // Only of its other API, https://docs.mews.com/connector-api/events/wh-faq: "after a few minutes", repeatedly.
  mews: { ...undocumented, ids: ['b-7'] },
  // https://docs.stripe.com/webhooks: for up to three days, at growing intervals.
  stripe: {
    timeoutMs: 10_000,
    pauses: [5, 30, 120, 300, 600, 720, 720],
    retries: always,
    ids: ['ch_1', 'evt_1'],
  },
  // https://shopify.dev/changelog/updates-to-webhook-retry-mechanism: eight times over four hours.
  shopify: {
    timeoutMs: 5_000,
    pauses: [1, 2, 4, 8, 16, 32, 64, 113],
    retries: always,
    ids: ['450789469001'],
    idHeader: 'x-shopify-webhook-id',
  },
  // https://www.typeform.com/developers/webhooks
  typeform: {
    timeoutMs: 30_000,
    pauses: [5, 10, 20, 60, 120],
    retries: status => status !== 404 && status !== 410,
    switchesOff: { statuses: [404, 410] },
    ids: ['t-1', 'e-1'],
  },
  // https://segment.com/docs/connections/destinations/catalog/webhooks: 5xx several times within four hours. How often and how
  // long it waits is not said: as often as the others.
  segment: {
    timeoutMs: 5_000,
    pauses: [5, 10, 225],
    retries: status => status >= 500,
    ids: ['m-1'],
  },
  json: { ...undocumented, ids: [], idHeader: 'idempotency-key' },
  jwt: { ...undocumented, ids: [], idHeader: 'idempotency-key' },
  form: { ...undocumented, ids: [], idHeader: 'idempotency-key' },
  standard_webhooks: { ...recommended, ids: [], idHeader: 'webhook-id' },
  cloudevents: { ...undocumented, ids: ['"id":"1', 'ada'], idHeader: 'ce-id' },
}

export interface SeenError {
  /** undefined: no answer in time. */
  readonly status: number | undefined
  readonly at: number
}

/** Whether a vendor has switched the connection off, after these errors, the last of which came just now. */
export function isSwitchedOff(
  { switchesOff = {} }: Pick<Manners, 'switchesOff'>,
  seen: readonly SeenError[],
  minuteMs: number,
): boolean {
  const { errors = Number.POSITIVE_INFINITY, minutes = 0, statuses = [] } = switchesOff
  const last = seen.at(-1)
  if (last === undefined) return false
  const recent = seen.filter(({ at }) => at > last.at - minutes * minuteMs)
  return recent.length >= errors || (last.status !== undefined && statuses.includes(last.status))
}
