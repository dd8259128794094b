import { readFileSync } from 'node:fs'
import { LONGEST_SECRET, type PullAuth, type PullOauth } from '@millrace/contract/dashboard/connections'
import { redactUrl } from '#channels/redact.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { PullSecrets, PullSettings } from '#connections/pull/page-request.ts'
import { pullFaults, secretFault } from '#connections/pull/pull-faults.ts'
import { type NewPull, removePull, savePull } from '#connections/pull/settings.ts'
import { inTransaction } from '#db/database.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

const STDIN = 0

export default command({
  about:
    'For a system without webhooks: fetches an address at intervals, and each page becomes a delivery of the connection. With --bearer, --basic, --header, --parameter or --token-url, the secret is read from stdin and stored encrypted (for --basic: user:password; for --token-url: the secret of the client, with which a token is fetched). With --second-header, the second line of stdin is sent in that header too. With --cursor and --next, the value that a page has at a JSONPath is a parameter of the next request. --stop ends it.',
  examples: [
    "npx millrace connections pull Bookings --url https://example.com/b --cursor after --next '$.next'",
    'npx millrace connections pull Bookings --url https://example.com/b --minutes 30 --bearer < token.txt',
    'npx millrace connections pull Till --url https://example.com/b --token-url https://example.com/t --client-id x < key',
    'npx millrace connections pull Bookings --stop',
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    url: { value: 'URL', about: 'the address, by GET' },
    minutes: { value: 'NUMBER', parse: wholeNumber(1, 10_080), about: 'how often; without it, every 60' },
    cursor: { value: 'NAME', about: 'the parameter for the cursor' },
    next: { value: 'JSONPATH', about: 'where a page has the next cursor' },
    bearer: { about: 'send the secret as a bearer token' },
    basic: { about: 'send the secret as user and password' },
    header: { value: 'NAME', about: 'send the secret in this header' },
    parameter: { value: 'NAME', about: 'send the secret as this parameter of the address' },
    tokenUrl: { value: 'URL', about: 'fetch a token here with OAuth 2.0 client credentials' },
    clientId: { value: 'ID', about: 'the id of the client, with --token-url' },
    scope: { value: 'SCOPE', about: 'what the token is for, with --token-url' },
    secondHeader: { value: 'NAME', about: 'send a second secret in this header' },
    stop: { about: 'fetch nothing more' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...outgoingVariables, 'MILLRACE_SECRET'],
  async run({ values, argument, json }, context) {
    const { config, terminal } = context
    if (values.stop) {
      const stopped = await withDatabase(context, async ({ engine }) => {
        const { id } = await chooseOrganisation(engine, values.organisation)
        const connection = await chooseConnection(engine, id, argument)
        return inTransaction(engine, tx => removePull(tx, id, 'cli', connection))
      })
      if (!stopped) throw new Failure(`${printable(argument)} fetches nothing.`)
      if (json) terminal.json({ stopped })
      else terminal.out(`${printable(argument)} fetches nothing more.`)
      return exitCodes.ok
    }
    const { url } = values
    if (url === undefined) throw wrongUsage('Pass --url, or --stop.')
    const given = { ...values, oauth: values.tokenUrl }
    const auths = (['bearer', 'basic', 'header', 'parameter', 'oauth'] as const).filter(one => given[one])
    if (auths.length > 1)
      throw wrongUsage('Pass one of --bearer, --basic, --header, --parameter and --token-url.')
    const auth = auths[0] ?? 'none'
    const settings: PullSettings = {
      url,
      auth,
      header: values.header ?? values.parameter ?? null,
      oauth: oauthOf(values),
      second_header: values.secondHeader ?? null,
      cursor_parameter: values.cursor ?? null,
      cursor_path: values.next ?? null,
    }
    const faults = pullFaults(settings, {
      allowPrivate: config.allowedPrivateAddresses,
      extraPorts: config.allowedPorts,
    })
    const [fault] = Object.entries(faults)
    if (fault !== undefined) throw wrongUsage(inWords(...fault))
    const secrets = readSecrets(settings)
    const pull: NewPull = { ...settings, every_seconds: (values.minutes ?? 60) * 60, ...secrets }
    await withDatabase(context, async ({ engine }) => {
      const sealer = createSealer((await loadSecrets(config)).master)
      const { id } = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, id, argument)
      await inTransaction(engine, tx => savePull(tx, sealer, id, 'cli', connection, pull))
    })
    if (json) terminal.json({ url: redactUrl(url), every_seconds: pull.every_seconds, auth })
    else
      terminal.out(
        `${printable(argument)} fetches ${printable(redactUrl(url))} every ${pull.every_seconds / 60} minutes.`,
      )
    return exitCodes.ok
  },
})

const optionOf: Record<string, string> = {
  cursor_parameter: '--cursor',
  cursor_path: '--next',
  second_header: '--second-header',
}

/** Some faults are whole sentences; the others continue after the name of the option. */
const inWords = (field: string, [sentence = '']: readonly string[]): string =>
  /^\p{Lu}.*\.$/su.test(sentence) ? sentence : `${optionOf[field] ?? 'The name'} ${sentence}.`

function oauthOf({
  tokenUrl,
  clientId,
  scope = null,
}: {
  tokenUrl?: string | undefined
  clientId?: string | undefined
  scope?: string | null | undefined
}): PullOauth | null {
  if ((tokenUrl === undefined) !== (clientId === undefined) || (tokenUrl === undefined && scope !== null))
    throw wrongUsage('Pass --token-url and --client-id together, and --scope only with them.')
  if (tokenUrl === undefined || clientId === undefined) return null
  return { token_url: tokenUrl, client_id: clientId, scope }
}

/** From stdin: the secret, and the second one in the second line. */
function readSecrets({ auth, second_header }: PullSettings): PullSecrets {
  if (auth === 'none') return { secret: null, second_secret: null }
  const lines = readFileSync(STDIN, 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
  // A password may begin or end with a space.
  const [secret = '', second_secret = null] = auth === 'basic' ? lines : lines.map(line => line.trim())
  if (lines.length !== (second_header == null ? 1 : 2))
    throw new Failure(`Give ${second_header == null ? 'one line' : 'two lines'} on stdin.`)
  checkSecret(auth, secret)
  if (second_secret !== null) checkSecret('header', second_secret)
  return { secret, second_secret }
}

function checkSecret(auth: PullAuth, secret: string): void {
  if (secret === '' || secret.length > LONGEST_SECRET)
    throw new Failure(`Give the secret on stdin, with at most ${LONGEST_SECRET} characters.`)
  const fault = secretFault(auth, secret)
  if (fault !== undefined) throw new Failure(`The secret ${fault}.`)
}
