import { createKey } from '#access/keys.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { name, wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { type Addresses, knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { alignPairs, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { curlCommands } from './curl.ts'
import { limitOptions, wantedLimits } from './limit-options.ts'

export default command({
  about:
    'Integrators exchange client_id and client_secret for a token and send events with it. The secret is shown once: only its hash is stored. Works whether or not Millrace is running.',
  examples: [
    'npx millrace keys create --name first',
    'npx millrace keys create --name till --json',
    'npx millrace keys create --name till --env > till.env',
    'npx millrace keys create --name till --scope events:write --venue HARBOUR --ends 365d',
  ],
  options: {
    name: { value: 'NAME', required: true, parse: name, about: 'what the key is for' },
    requestsPerMinute: {
      value: 'N',
      usual: '6000',
      parse: wholeNumber(0, 2 ** 31 - 1),
      about: 'rate limit of the API; 0 for none',
    },
    ...limitOptions,
    test: { about: 'a test key: its events run everything and send nothing' },
    env: { about: 'print the key as lines of an .env file' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables, 'MILLRACE_MOST_REQUESTS_PER_MINUTE'],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const { organisation, key } = await withDatabase(context, database =>
      inTransaction(database.engine, async tx => {
        const organisation = await chooseOrganisation(tx, values.organisation)
        const limits = await wantedLimits(tx, organisation.id, values, config)
        const wanted = { ...limits, name: values.name, test: values.test === true }
        return { organisation, key: await createKey(tx, organisation.id, 'cli', wanted) }
      }),
    )
    const addresses = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const created = { ...key, name: values.name, organisation }
    if (json) terminal.json(forScripts(created, addresses))
    else if (values.env) terminal.out(forEnvFile(created, addresses))
    else print(created, addresses, terminal)
    return exitCodes.ok
  },
})

interface Created {
  clientId: string
  clientSecret: string
  name: string
  organisation: { id: string; name: string }
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

function print(created: Created, addresses: Addresses, terminal: Terminal): void {
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
      '\nCopy the secret now: it is not shown again. `keys rotate` creates a new one.',
    ),
  )
  terminal.out(`\n# Get a token, valid for a day\n${token}\n\n# Send an event\n${event}`)
}
