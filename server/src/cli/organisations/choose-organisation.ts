import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { listOrganisations, type Organisation } from '#organisations/list-organisations.ts'
import { printable } from '../terminal/align.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'

/** The one that was named, or the only one there is. */
export async function chooseOrganisation(tx: Sql, asked: string | undefined): Promise<Organisation> {
  return choose(await listOrganisations(tx), asked)
}

export function choose(organisations: readonly Organisation[], asked: string | undefined): Organisation {
  if (asked !== undefined) {
    const found = organisations.find(({ id }) => id === storedId(asked))
    if (found) return found
    throw new Failure(`There is no organisation ${asked}. ${known(organisations)}`)
  }
  const [first, ...others] = organisations
  if (first === undefined) {
    throw new Failure('No organisations yet. Create one with: npx millrace organisations create --name NAME')
  }
  if (others.length === 0) return first
  throw wrongUsage(`Choose an organisation with --organisation ID. ${known(organisations)}`)
}

const MOST_NAMED = 20

function known(organisations: readonly Organisation[]): string {
  const lines = organisations.slice(0, MOST_NAMED).map(({ id, name }) => `\n  ${id}  ${printable(name)}`)
  const more = organisations.length > MOST_NAMED ? `\n  and ${organisations.length - MOST_NAMED} more` : ''
  return `There are:${lines.join('')}${more}`
}
