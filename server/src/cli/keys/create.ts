import { createKey } from '#access/keys.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { requireName } from '../command/require-name.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { type Addresses, knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { alignPairs, printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { curlCommands } from './curl.ts'

export default command({
  about:
    'An integrator exchanges the client_id and the client_secret for a token, and sends events with that. The secret\n' +
    'is printed now and never again: only its hash is kept. Works whether or not Millrace is running.',
  examples: [
    'npx millrace keys create --name first',
    'npx millrace keys create --name till --json',
    'npx millrace keys create --name till --env > till.env',
  ],
  options: {
    name: { type: 'string', value: 'NAME', about: 'What the key is for, as people will see it' },
    organisation: {
      type: 'string',
      value: 'ID',
      about: 'Whose key. Default: the only organisation there is',
    },
    'requests-per-minute': {
      type: 'string',
      value: 'N',
      about: 'The limit of the workflow endpoints; 0 is none. Default: 6000',
    },
    env: { type: 'boolean', about: 'Print the lines of an .env file' },
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const name = requireName(values.name)
    const requestsPerMinute = readLimit(values['requests-per-minute'])
    const { organisation, key } = await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        const organisation = await chooseOrganisation(tx, values.organisation)
        const limit = requestsPerMinute === undefined ? {} : { requestsPerMinute }
        return { organisation, key: await createKey(tx, organisation.id, 'cli', { name, ...limit }) }
      }),
    )
    const addresses = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const created = { ...key, name, organisation }
    if (json) terminal.json(forScripts(created, addresses))
    else if (values.env) terminal.out(forEnvFile(created, addresses))
    else tell(created, addresses, terminal)
    return exitCodes.ok
  },
})

interface Created {
  clientId: string
  clientSecret: string
  name: string
  organisation: { id: string; name: string }
}

const MOST = 2 ** 31 - 1

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text) && Number(text) <= MOST) return Number(text)
  throw wrongUsage(`--requests-per-minute is "${text}"; give a whole number, 0 for no limit.`)
}

const forScripts = ({ clientId, clientSecret, name, organisation }: Created, addresses: Addresses) => ({
  client_id: clientId,
  client_secret: clientSecret,
  name,
  organisation_id: organisation.id,
  auth_url: addresses.auth_url,
  base_url: addresses.base_url,
})

const forEnvFile = ({ clientId, clientSecret }: Created, { auth_url, base_url }: Addresses) =>
  [
    `MILLRACE_CLIENT_ID=${clientId}`,
    `MILLRACE_CLIENT_SECRET=${clientSecret}`,
    `MILLRACE_AUTH_URL=${auth_url}`,
    `MILLRACE_BASE_URL=${base_url}`,
  ].join('\n')

function tell(created: Created, addresses: Addresses, terminal: Terminal): void {
  const { clientId, clientSecret, organisation } = created
  const [token, event] = curlCommands(addresses, { organisationId: organisation.id, clientId, clientSecret })
  const pairs = alignPairs([
    ['Key', printable(created.name)],
    ['Organisation', printable(organisation.name)],
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ])
  for (const line of pairs) terminal.out(line)
  terminal.say(
    terminal.paintTalk(
      'yellow',
      '\nKeep the secret now: it is not shown again. `keys rotate` makes a new one.',
    ),
  )
  terminal.out(`\n# A token, good for a day\n${token}\n\n# An event with it\n${event}`)
}
