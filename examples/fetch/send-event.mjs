// Gets a token, sends an event and prints the receipt, with nothing but fetch.
const { env } = process

const { access_token } = await post(`${env.MILLRACE_AUTH_URL}/oauth/token`, {
  client_id: env.MILLRACE_CLIENT_ID,
  client_secret: env.MILLRACE_CLIENT_SECRET,
  grant_type: 'client_credentials',
})

const receipt = await post(
  `${env.MILLRACE_BASE_URL}/v1/workflows/incoming-event`,
  {
    organisation_registration_id: env.MILLRACE_GUEST_ID ?? '0192c8a0-0000-7000-8000-000000000101',
    serials: [env.MILLRACE_SERIAL ?? 'HARBOUR-01'],
    parameters: { source: env.MILLRACE_SOURCE ?? 'till', spend: 42.5 },
  },
  // The key makes it safe to send the same request again.
  { authorization: `Bearer ${access_token}`, 'idempotency-key': crypto.randomUUID() },
)
console.log(JSON.stringify(receipt, null, 2))

async function post(url, json, headers = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
    signal: AbortSignal.timeout(15_000),
  })
  if (response.ok) return response.json()
  throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}
