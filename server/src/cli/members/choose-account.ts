import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { findAccounts } from '#members/account.ts'
import { listOwnOrganisations } from '#members/session.ts'
import { printable } from '../terminal/align.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'

/** The account with this address; where it has several, the one that is a member of the organisation that was named. */
export async function chooseAccount(
  tx: Sql,
  email: string,
  organisation: string | undefined,
): Promise<{ id: string; email: string }> {
  const found: { id: string; organisations: { id: string; name: string }[] }[] = []
  for (const { id } of await findAccounts(tx, email)) {
    found.push({ id, organisations: await listOwnOrganisations(tx, id) })
  }
  const fitting = found.filter(
    account =>
      organisation === undefined || account.organisations.some(({ id }) => id === storedId(organisation)),
  )
  const [first, ...others] = fitting
  if (first === undefined) {
    const where = organisation === undefined ? '' : ` of organisation ${printable(organisation)}`
    throw new Failure(
      `${printable(email)} is not a member${where}. List members with: npx millrace members list`,
    )
  }
  if (others.length === 0) return { id: first.id, email }
  const lines = fitting
    .flatMap(account => account.organisations)
    .map(({ id, name }) => `\n  ${id}  ${printable(name)}`)
  throw wrongUsage(
    `${printable(email)} has several accounts. Choose one by its organisation, with --organisation ID:${lines.join('')}`,
  )
}
