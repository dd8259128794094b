import { readFileSync } from 'node:fs'
import { checkUrl } from '#channels/guard/check-url.ts'
import { headerFaults } from '#channels/webhook/check-headers.ts'
import { loadSecrets } from '#config/secrets.ts'
import { compilePath, PathFault } from '#connections/mapping/path.ts'
import { type NewPull, removePull, savePull } from '#connections/pull/settings.ts'
import { inTransaction } from '#db/database.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
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
    'For a system without webhooks: fetches an address at intervals, and each page becomes a delivery of the connection. With --bearer, --basic or --header, the secret is read from stdin and stored encrypted (for --basic: user:password). With --cursor and --next, the value that a page has at a JSONPath is a parameter of the next request. --stop ends it.',
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
    stop: { about: 'fetch nothing more' },
    ...organisationOption,
  },
  environment: [
    ...databaseVariables,
    'MILLRACE_SECRET',
    'MILLRACE_ALLOW_PRIVATE_ADDRESSES',
    'MILLRACE_ALLOW_PORTS',
  ],
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
    const { url, header = null } = values
    if (url === undefined) throw wrongUsage('Pass --url, or --stop.')
    const auths = [
      ...(values.bearer ? (['bearer'] as const) : []),
      ...(values.basic ? (['basic'] as const) : []),
      ...(header === null ? [] : (['header'] as const)),
    ]
    if (auths.length > 1) throw wrongUsage('Pass one of --bearer, --basic and --header.')
    const auth = auths[0] ?? 'none'
    const checked = checkUrl(url, {
      allowPrivate: config.allowedPrivateAddresses,
      extraPorts: config.allowedPorts,
    })
    if ('fault' in checked) throw wrongUsage(checked.fault)
    const [headerFault] = header === null ? [] : headerFaults({ [header]: '' })
    if (headerFault !== undefined) throw wrongUsage(headerFault)
    if ((values.cursor === undefined) !== (values.next === undefined))
      throw wrongUsage('Pass --cursor and --next together.')
    checkPath(values.next)
    const secret = auth === 'none' ? null : auth === 'basic' ? readUserAndPassword() : readSecret()
    const pull: NewPull = {
      url,
      every_seconds: (values.minutes ?? 60) * 60,
      auth,
      header,
      cursor_parameter: values.cursor ?? null,
      cursor_path: values.next ?? null,
      secret,
    }
    await withDatabase(context, async ({ engine }) => {
      const sealer = createSealer((await loadSecrets(config)).master)
      const { id } = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, id, argument)
      await inTransaction(engine, tx => savePull(tx, sealer, id, 'cli', connection, pull))
    })
    if (json) terminal.json({ url, every_seconds: pull.every_seconds, auth })
    else
      terminal.out(
        `${printable(argument)} fetches ${printable(url)} every ${pull.every_seconds / 60} minutes.`,
      )
    return exitCodes.ok
  },
})

function checkPath(path: string | undefined): void {
  try {
    if (path !== undefined) compilePath(path)
  } catch (error) {
    if (error instanceof PathFault) throw wrongUsage(`${path} ${error.message}.`)
    throw error
  }
}

/** A password may have any characters; both together have no line break. */
function readUserAndPassword(): string {
  const text = readFileSync(STDIN, 'utf8').replace(/\r?\n$/, '')
  if (!/^[^:\r\n]+:[^\r\n]*$/.test(text) || text.length > 1_000)
    throw new Failure('Give the user and the password on stdin, as user:password.')
  return text
}
