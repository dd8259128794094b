import { command } from '../command/command.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { guestLines } from './guest-lines.ts'
import { identifierOptions, identifiersOf } from './identifier-options.ts'

export default command({
  about: 'Uses the API with a key. With several identifiers, the guest who has all of them.',
  examples: [
    'npx millrace guests find --email ada@example.com',
    'npx millrace guests find --external-id 8813-22 --system toast --json',
  ],
  options: { ...connectionOptions, ...identifierOptions },
  environment: connectionVariables,
  async run({ values, json }, { config, env, terminal }) {
    identifiersOf(values)
    const client = openClient(chooseConnection(values, { config, env }))
    const { externalId: external_id, system, email, phone } = values
    try {
      const { data } = await client.guests.list({ external_id, system, email, phone }).page()
      const [found] = data
      if (found === undefined) throw new Failure('No guest has these identifiers.')
      const { guest, identifiers } = await client.guests.get(found.id)
      if (json) terminal.json({ guest, identifiers })
      else for (const line of guestLines(guest, identifiers)) terminal.out(line)
      return exitCodes.ok
    } catch (error) {
      throw error instanceof Failure ? error : apiFailure(error)
    }
  },
})
