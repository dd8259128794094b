import type { Role } from '@millrace/contract/member'
import { InvalidArgumentError } from 'commander'
import { inTenant } from '#db/database.ts'
import { invite } from '#members/invitations.ts'
import { invitationLink } from '#members/secret.ts'
import { venueFaults } from '#members/venue-faults.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { knownAddresses } from '../server/addresses.ts'
import { livingServerRecord } from '../server/server-record.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'

const ROLES = ['owner', 'editor', 'viewer', 'staff'] as const satisfies readonly Role[]

export default command({
  about:
    'Prints a link that works once and expires after seven days. A second invitation to the same address replaces the first. It proves nothing about the address: the account is good in this organisation only, unless they accept with the password of the account they have.',
  examples: [
    'npx millrace members invite --email maya@example.com',
    'npx millrace members invite --email tom@example.com --role viewer --venue HARBOUR-01',
  ],
  options: {
    email: { value: 'ADDRESS', required: true, parse: readEmail, about: 'the address to invite' },
    role: { value: 'ROLE', choices: ROLES, usual: 'editor', about: 'the role' },
    venue: { value: 'CODE', multiple: true, about: 'limit access to this venue, by its code' },
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, json }, context) {
    const { config, env, terminal } = context
    const { email, role } = values
    const serials = values.venue ?? null
    const { invitation, token } = await withDatabase(context, async database => {
      const organisation = await chooseOrganisation(database.engine, values.organisation)
      return inTenant(database, organisation.id, async tx => {
        const [fault] = await venueFaults(tx, organisation.id, { role, serials })
        if (fault !== undefined) throw wrongUsage(`--venue ${fault}.`)
        const invited = await invite(tx, organisation.id, 'cli', { email, role, serials })
        if (invited === 'member_exists') {
          throw new Failure(`${email} is already a member of ${printable(organisation.name)}.`)
        }
        return invited
      })
    })
    const { base_url } = knownAddresses(config, env, livingServerRecord(config.dataDir))
    const link = invitationLink(base_url, token)
    if (json) terminal.json({ ...invitation, link })
    else {
      terminal.out(link)
      terminal.say(
        `For ${invitation.email}, as ${role}. The link works once and expires at ${invitation.expires_at}.`,
      )
    }
    return exitCodes.ok
  },
})

function readEmail(text: string): string {
  if (/^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(text) && text.length <= 254) return text
  throw new InvalidArgumentError('Give an e-mail address.')
}
