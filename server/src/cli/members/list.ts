import type { Invitation, Member } from '@millrace/contract/member'
import { inTenant } from '#db/database.ts'
import { listInvitations } from '#members/invitations.ts'
import { listMembers } from '#members/members.ts'
import { listOrganisations } from '#organisations/list-organisations.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

interface People {
  organisation: { id: string; name: string }
  members: Member[]
  invitations: Invitation[]
}

export default command({
  about: 'Lists all organisations, or one of them.',
  examples: ['npx millrace members list', 'npx millrace members list --json'],
  options: { organisation: { value: 'ID', about: 'list only this organisation' } },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const people = await withDatabase(context, async database => {
      const organisations = values.organisation
        ? [await chooseOrganisation(database.engine, values.organisation)]
        : await listOrganisations(database.engine)
      const found: People[] = []
      for (const organisation of organisations) {
        found.push(
          await inTenant(database, organisation.id, async tx => ({
            organisation,
            members: await listMembers(tx),
            invitations: await listInvitations(tx, organisation.id),
          })),
        )
      }
      return found
    })
    const rows = people.flatMap(rowsOf)
    if (json) terminal.json({ organisations: people })
    else if (rows.length === 0)
      terminal.say('No members yet. Create a link for the first one with: npx millrace setup-link')
    else for (const line of alignTable(HEADING, rows)) terminal.out(line)
    return exitCodes.ok
  },
})

const HEADING = ['E-MAIL', 'NAME', 'ROLE', 'ORGANISATION', 'STATE', 'VENUES']

function rowsOf({ organisation, members, invitations }: People): string[][] {
  const row = (person: Member | Invitation, name: string, state: string) => [
    printable(person.email),
    printable(name),
    person.role,
    printable(organisation.name),
    state,
    person.serials?.join(', ') ?? 'all',
  ]
  return [
    ...members.map(member => row(member, member.name, 'member')),
    ...invitations.map(invitation =>
      row(invitation, '', `invited until ${invitation.expires_at.slice(0, 10)}`),
    ),
  ]
}
