import { readFileSync } from 'node:fs'
import { redactUrl } from '#channels/redact.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { PullSettings } from '#connections/pull/page-request.ts'
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
import { readSecret } from './read-secret.ts'

const STDIN = 0

export default command({
  about:
    'For a system without webhooks: fetches an address at intervals, and each page becomes a delivery of the connection. With --bearer, --basic, --header or --parameter, the secret is read from stdin and stored encrypted (for --basic: user:password). With --cursor and --next, the value that a page has at a JSONPath is a parameter of the next request. --stop ends it.',
  examples: [
    "npx millrace connections pull Bookings --url https://example.com/b --cursor after --next '$.next'",
    'npx millrace connections pull Bookings --url https://example.com/b --minutes 30 --bearer < token.txt',
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
    const auths = (['bearer', 'basic', 'header', 'parameter'] as const).filter(one => values[one])
    if (auths.length > 1) throw wrongUsage('Pass one of --bearer, --basic, --header and --parameter.')
    const auth = auths[0] ?? 'none'
    const settings: PullSettings = {
      url,
      auth,
      header: values.header ?? values.parameter ?? null,
      cursor_parameter: values.cursor ?? null,
      cursor_path: values.next ?? null,
    }
    const faults = pullFaults(settings, {
      allowPrivate: config.allowedPrivateAddresses,
      extraPorts: config.allowedPorts,
    })
    const [fault] = Object.entries(faults)
    if (fault !== undefined) throw wrongUsage(inWords(...fault))
    const secret = auth === 'none' ? null : auth === 'basic' ? readUserAndPassword() : readSecret()
    const pull: NewPull = { ...settings, every_seconds: (values.minutes ?? 60) * 60, secret }
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

const optionOf: Record<string, string> = { cursor_parameter: '--cursor', cursor_path: '--next' }

/** Some faults are whole sentences; the others continue after the name of the option. */
const inWords = (field: string, [sentence = '']: readonly string[]): string =>
  /^\p{Lu}.*\.$/su.test(sentence) ? sentence : `${optionOf[field] ?? 'The name'} ${sentence}.`

/** A password may have any characters; both together have no line break. */
function readUserAndPassword(): string {
  const text = readFileSync(STDIN, 'utf8').replace(/\r?\n$/, '')
  if (secretFault('basic', text) !== undefined || text.length > 1_000)
    throw new Failure('Give the user and the password on stdin, as user:password.')
  return text
}
