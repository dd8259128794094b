import { command } from '../command/command.ts'
import { parseParameters } from '../events/parameters.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'
import { guestLines } from './guest-lines.ts'
import { identifierOptions, identifiersOf } from './identifier-options.ts'

export default command({
  about:
    'Uses the API with a key. Tries the external id, then the e-mail address, then the phone number; the guest who is found gets the rest. What is not given stays as it is, and a new guest has no consent.',
  examples: [
    "npx millrace guests put --email ada@example.com --name 'Ada Byron'",
    'npx millrace guests put --external-id 8813-22 --system toast --phone "020 7946 0000" --serial HARBOUR-01',
  ],
  options: {
    ...connectionOptions,
    ...identifierOptions,
    name: { value: 'NAME', about: 'the name of the guest' },
    tag: { value: 'TAG', multiple: true, about: 'all tags of the guest: replaces those they have' },
    attribute: { value: 'KEY=VALUE', multiple: true, about: 'an attribute; null removes it' },
    serial: { value: 'CODE', about: 'the venue by whose country the phone number is read' },
  },
  environment: connectionVariables,
  async run({ values, json }, { config, env, terminal }) {
    const identifiers = identifiersOf(values)
    const client = openClient(chooseConnection(values, { config, env }))
    const { name, tag, attribute, serial } = values
    try {
      const answer = await client.guests.put({
        identifiers,
        ...(name === undefined ? {} : { name }),
        ...(tag === undefined ? {} : { tags: tag }),
        ...(attribute === undefined ? {} : { attributes: parseParameters(attribute) }),
        ...(serial === undefined ? {} : { serial }),
      })
      if (json) terminal.json(answer)
      else {
        terminal.say(answer.created ? 'Created a guest.' : 'Found the guest.')
        for (const line of guestLines(answer.guest, answer.identifiers)) terminal.out(line)
        for (const { identifier, organisation_registration_id } of answer.not_added) {
          terminal.say(`${printable(identifier.value)} belongs to the guest ${organisation_registration_id}.`)
        }
      }
      return exitCodes.ok
    } catch (error) {
      throw apiFailure(error)
    }
  },
})
