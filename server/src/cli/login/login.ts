import { readFileSync } from 'node:fs'
import { type Context, command } from '../command/command.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { describeProblem } from './api-client.ts'
import { type Connection, connectionVariables } from './connection.ts'
import { openApi } from './open-api.ts'
import { profilePath, USUAL_PROFILE, writeProfile } from './profile.ts'
import { readAddress } from './read-address.ts'

export default command({
  about:
    'Keeps an API key with its addresses, in a file that only you can read, so that `events send` need not be told. A\n' +
    'token is asked for first, to see that the key works. On a terminal, what is not given is asked for.',
  examples: [
    'npx millrace login',
    'npx millrace login --base-url https://api.example.com --client-id mrid_… --client-secret - < secret.txt',
    'npx millrace login --profile staging --base-url https://staging.example.com',
  ],
  options: {
    'base-url': {
      type: 'string',
      value: 'URL',
      about: 'Where Millrace is. Default: MILLRACE_BASE_URL, or the server of this machine',
    },
    'auth-url': {
      type: 'string',
      value: 'URL',
      about: 'Its token endpoint, if that is elsewhere. Default: MILLRACE_AUTH_URL, or the same',
    },
    'client-id': { type: 'string', value: 'ID', about: 'The key. Default: MILLRACE_CLIENT_ID' },
    'client-secret': {
      type: 'string',
      value: 'SECRET',
      about: 'Its secret, or - to read it from stdin. Default: MILLRACE_CLIENT_SECRET',
    },
    profile: { type: 'string', value: 'NAME', about: `Under which name. Default: ${USUAL_PROFILE}` },
  },
  environment: connectionVariables,
  async run({ values, json }, context) {
    const { env, terminal } = context
    const name = values.profile ?? USUAL_PROFILE
    // Before anything is asked for: a wrong name should not cost the typing.
    profilePath(env, name)
    const connection = await readConnection(values, context)
    if ([connection.baseUrl, connection.authUrl].some(isOpenToOthers))
      terminal.say('The secret goes there unencrypted. Use https where others may listen.')
    await tryOut(connection)
    const { baseUrl: base_url, authUrl: auth_url, clientId: client_id, clientSecret } = connection
    const path = writeProfile(env, name, { base_url, auth_url, client_id, client_secret: clientSecret })
    if (json) terminal.json({ profile: name, path, base_url, auth_url, client_id })
    else terminal.say(`The key works at ${base_url}. It is kept in ${path}.`)
    return exitCodes.ok
  },
})

type Given = Partial<Record<'base-url' | 'auth-url' | 'client-id' | 'client-secret', string>>

async function readConnection(values: Given, { config, env, terminal }: Context): Promise<Connection> {
  const known = knownAddresses(config, env, livingServerRecord(config.dataDir))
  const ask = async (question: string) => (terminal.attended ? (await terminal.ask(question)).trim() : '')
  const given = values['base-url']
  const base = given || env.MILLRACE_BASE_URL || (await ask(`Base URL [${known.base_url}]: `))
  const baseUrl = readAddress('The base URL', base || known.base_url)
  // What the environment says belongs together: the secret must not go from one server to another.
  const elsewhere = values['auth-url'] || (given ? undefined : env.MILLRACE_AUTH_URL)
  const authUrl = elsewhere
    ? readAddress('The auth URL', elsewhere)
    : baseUrl === known.base_url
      ? known.auth_url
      : baseUrl
  const clientId = values['client-id'] || env.MILLRACE_CLIENT_ID || (await ask('client_id: '))
  const clientSecret = await readSecret(values['client-secret'], { env, terminal })
  if (!clientId || !clientSecret) throw wrongUsage(NO_KEY)
  return { baseUrl, authUrl, clientId, clientSecret }
}

const NO_KEY =
  'Give the key with --client-id, and its secret with --client-secret - on stdin or in MILLRACE_CLIENT_SECRET. ' +
  'Make one with: npx millrace keys create --name NAME'

const STDIN = 0

async function readSecret(
  given: string | undefined,
  { env, terminal }: Pick<Context, 'env' | 'terminal'>,
): Promise<string> {
  if (given === '-') return readFileSync(STDIN, 'utf8').trim()
  const secret = given || env.MILLRACE_CLIENT_SECRET
  if (secret || !terminal.attended) return secret ?? ''
  return (await terminal.askSecret('client_secret (not shown): ')).trim()
}

function isOpenToOthers(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127\..+|\[::1\])$/.test(hostname)
}

/** A token from the one address, and an answer with it from the other. */
async function tryOut(connection: Connection): Promise<void> {
  const answer = await (await openApi(connection)).get('/v1/workflows?limit=1')
  if (answer.status !== 200) throw new Failure(describeProblem(answer))
}
