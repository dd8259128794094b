import { readFileSync } from 'node:fs'
import type { EventAnswer } from '@millrace/contract/event'
import { knownAddresses } from '../../addresses.ts'
import { printable } from '../../align.ts'
import { describeProblem, requestToken, send } from '../../api-client.ts'
import { command } from '../../command.ts'
import { composeEvent } from '../../compose-event.ts'
import { demoIds } from '../../demo.ts'
import { exitCodes, Failure, wrongUsage } from '../../failure.ts'
import { receiptSentences } from '../../receipt-sentences.ts'
import { livingServerRecord } from '../../server-record.ts'

export default command({
  about:
    'Gets a token and sends one event, over HTTP like any integrator: nothing here knows the database. The receipt\n' +
    'says which workflows took the event, and why the others did not. With a key of the demo organisation and nothing\n' +
    'else, it is an event that starts a run.',
  examples: [
    'npx millrace events send --client-id mrid_… --client-secret mrsk_…',
    'npx millrace events send --param spend=128 --dry-run             # with the key in the environment',
    'npx millrace events send --guest ID --serial HARBOUR-01 --source till --param spend=42.5',
    'cat event.json | npx millrace events send --file - --json',
  ],
  options: {
    'client-id': { type: 'string', value: 'ID', about: 'The key. Default: MILLRACE_CLIENT_ID' },
    'client-secret': {
      type: 'string',
      value: 'SECRET',
      about: 'Its secret. Default: MILLRACE_CLIENT_SECRET, which other users of this machine cannot see',
    },
    guest: { type: 'string', value: 'ID', about: 'Whom it is about: the organisation_registration_id' },
    serial: { type: 'string', multiple: true, value: 'SERIAL', about: 'A venue it concerns' },
    source: { type: 'string', value: 'SOURCE', about: "The sending service; '' for none" },
    param: {
      type: 'string',
      multiple: true,
      value: 'KEY=VALUE',
      about: 'A parameter; a number, true, false or null is taken as such',
    },
    file: {
      type: 'string',
      value: 'FILE',
      about: 'The event as JSON from a file, or - for stdin; the options above go over it',
    },
    'idempotency-key': { type: 'string', value: 'KEY', about: 'Makes it safe to send again' },
    'dry-run': { type: 'boolean', about: 'Only say what would happen' },
  },
  environment: [
    'MILLRACE_CLIENT_ID',
    'MILLRACE_CLIENT_SECRET',
    'MILLRACE_AUTH_URL',
    'MILLRACE_BASE_URL',
    'MILLRACE_DATA_DIR',
  ],
  async run({ values, json }, { config, env, terminal }) {
    const clientId = values['client-id'] ?? env.MILLRACE_CLIENT_ID
    const clientSecret = values['client-secret'] ?? env.MILLRACE_CLIENT_SECRET
    if (!clientId || !clientSecret) throw wrongUsage(NO_KEY)
    const file = values.file === undefined ? undefined : readEventFile(values.file)
    const { auth_url, base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const token = await requestToken(auth_url, clientId, clientSecret)
    const api = caller(base_url, token)

    const inDemo = async () =>
      (await api(`/v1/guests/${demoIds.organisation_registration_id}`)).status === 200
    const event = await composeEvent(values, file, inDemo)
    const dryRun = values['dry-run'] === true
    const answer = await api(`/v1/workflows/incoming-event${dryRun ? '?dry_run=true' : ''}`, {
      event,
      idempotencyKey: values['idempotency-key'],
    })
    if (json) terminal.json(answer.body)
    if (answer.status !== 200) throw new Failure(describeProblem(answer))
    if (json) return exitCodes.ok

    const { event: receipt } = answer.body as EventAnswer
    const considered = receipt.workflow_runs.length + receipt.skipped.length
    const workflowNames = considered > 0 ? await readWorkflowNames(api) : new Map<string, string>()
    const replayed = answer.headers.get('idempotent-replayed') === 'true'
    for (const line of receiptSentences(receipt, { dryRun, replayed, workflowNames })) {
      terminal.out(printable(line))
    }
    return exitCodes.ok
  },
})

const NO_KEY =
  'Give the key with --client-id and --client-secret, or in MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET. ' +
  'Make one with: npx millrace keys create --name NAME'

const STDIN = 0

function readEventFile(path: string): string {
  try {
    return readFileSync(path === '-' ? STDIN : path, 'utf8')
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

interface Posted {
  event: unknown
  idempotencyKey: string | undefined
}

type Api = (path: string, posted?: Posted) => ReturnType<typeof send>

const caller =
  (baseUrl: string, token: string): Api =>
  (path, posted) => {
    const authorization = `Bearer ${token}`
    if (posted === undefined) return send(`${baseUrl}${path}`, { headers: { authorization } })
    const headers = {
      authorization,
      'content-type': 'application/json',
      ...(posted.idempotencyKey === undefined ? {} : { 'idempotency-key': posted.idempotencyKey }),
    }
    return send(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(posted.event) })
  }

/** For people. Where there are more than one page of them, the rest keep their ids. */
async function readWorkflowNames(api: Api): Promise<Map<string, string>> {
  const { status, body } = await api('/v1/workflows?limit=100')
  if (status !== 200) return new Map()
  return new Map((body as { data: { id: string; name: string }[] }).data.map(({ id, name }) => [id, name]))
}
