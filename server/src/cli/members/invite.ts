import type { Role } from '@millrace/contract/member'
import { inTenant } from '#db/database.ts'
import { invite } from '#members/invitations.ts'
import { invitationLink } from '#members/secret.ts'
import { venueFaults } from '#members/venue-faults.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'

const ROLES: readonly Role[] = ['owner', 'editor', 'viewer']

export default command({
  about:
    'Prints a link that works once, and for seven days. A second invitation to the same address takes the place of\n' +
    'the first. Somebody who has an account here already accepts with their password.',
  examples: [
    'npx millrace members invite --email maya@example.com',
    'npx millrace members invite --email tom@example.com --role viewer --venue HARBOUR-01',
  ],
  options: {
    email: { type: 'string', value: 'ADDRESS', about: 'Whom' },
    role: { type: 'string', value: 'ROLE', about: 'owner, editor or viewer. Default: editor' },
    venue: {
      type: 'string',
      multiple: true,
      value: 'SERIAL',
      about: 'Only this venue; may be given several times. Default: all of them',
    },
    organisation: { type: 'string', value: 'ID', about: 'Where to. Default: the only organisation there is' },
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const email = readEmail(values.email)
    const role = readRole(values.role)
    const serials = values.venue ?? null
    const { invitation, token } = await withDatabase(context, async database => {
      const organisation = await chooseOrganisation(database.engine, values.organisation)
      return inTenant(database, organisation.id, async tx => {
        const [fault] = await venueFaults(tx, organisation.id, { role, serials })
        if (fault !== undefined) throw wrongUsage(`--venue ${fault}.`)
        const invited = await invite(tx, organisation.id, 'cli', { email, role, serials })
        if (invited === 'member_exists') {
          throw new Failure(`${email} is a member of ${printable(organisation.name)} already.`)
        }
        return invited
      })
    })
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const link = invitationLink(base_url, token)
    if (json) terminal.json({ ...invitation, link })
    else {
      terminal.out(link)
      terminal.say(`For ${invitation.email}, as ${role}. It works once, until ${invitation.expires_at}.`)
    }
    return exitCodes.ok
  },
})

function readEmail(text: string | undefined): string {
  if (text === undefined) throw wrongUsage('Say whom to invite with --email ADDRESS.')
  if (/^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(text) && text.length <= 254) return text
  throw wrongUsage('--email does not look like an e-mail address.')
}

function readRole(text = 'editor'): Role {
  const role = ROLES.find(known => known === text)
  if (role === undefined) throw wrongUsage(`--role is "${text}"; give owner, editor or viewer.`)
  return role
}
