import { command } from '../command/command.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { factLines, guestLines } from './guest-lines.ts'
import { identifierOptions, identifiersOf } from './identifier-options.ts'

export default command({
  about:
    'Uses the API with a key. With several identifiers, the guest who has all of them. --facts adds visits, spend and the like, at all venues or one.',
  examples: [
    'npx millrace guests find --email ada@example.com',
    'npx millrace guests find --external-id 8813-22 --system toast --json',
    'npx millrace guests find --email ada@example.com --facts --serial HARBOUR-01',
  ],
  options: {
    ...connectionOptions,
    ...identifierOptions,
    facts: { about: 'also the facts about their visits' },
    serial: { value: 'CODE', about: 'with --facts: only at this venue' },
  },
  environment: connectionVariables,
  async run({ values, json }, { config, env, terminal }) {
    identifiersOf(values)
    const { serial } = values
    if (serial !== undefined && !values.facts) throw wrongUsage('Use --serial with --facts.')
    const client = openClient(chooseConnection(values, { config, env }))
    const { externalId: external_id, system, email, phone } = values
    try {
      const { data } = await client.guests.list({ external_id, system, email, phone }).page()
      const [found] = data
      if (found === undefined) throw new Failure('No guest has these identifiers.')
      const { guest, identifiers } = await client.guests.get(found.id)
      const about = values.facts
        ? await client.guests.facts(guest.id, serial === undefined ? {} : { serial })
        : undefined
      if (json) terminal.json({ guest, identifiers, ...(about && { facts: about.facts }) })
      else
        for (const line of [...guestLines(guest, identifiers), ...factLines(about?.facts ?? {})])
          terminal.out(line)
      return exitCodes.ok
    } catch (error) {
      throw error instanceof Failure ? error : apiFailure(error)
    }
  },
})
