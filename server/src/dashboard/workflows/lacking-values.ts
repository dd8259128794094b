import type { EmailPreviewed } from '@millrace/contract/dashboard/workflows'
import type { EmailBlocks } from '@millrace/contract/email-blocks'
import type { Sql } from '#db/sql.ts'

/** Enough to notice what is often missing, and quick among a million. */
const LOOKED_AT = 1_000
const MOST_VALUES = 10

const columns: Readonly<Record<string, string>> = { name: 'name', email: 'email', phone: 'phone' }

/** The values of guests that an e-mail shows without a default, as far as some of the newest guests do not have them. */
export async function lackingValues(
  tx: Sql,
  organisationId: string,
  blocks: EmailBlocks,
  variables: readonly string[],
): Promise<EmailPreviewed['lacking']> {
  const written = JSON.stringify(blocks)
  const asked = variables
    .flatMap(value => {
      const [, field = '', key] = /^guest\.(?:(name|email|phone)|attributes\.([\w-]+))$/.exec(value) ?? []
      const expression = key === undefined ? columns[field] : `attributes ->> '${key.replaceAll("'", "''")}'`
      return expression === undefined || hasDefault(written, value) ? [] : [{ value, expression }]
    })
    .slice(0, MOST_VALUES)
  if (asked.length === 0) return []
  const counted = asked.map(
    ({ expression }, n) => `count(*) FILTER (WHERE coalesce(${expression}, '') = '') AS v${n}`,
  )
  const { rows } = await tx.query<Record<string, string>>(
    `SELECT count(*) AS of, ${counted.join(', ')} FROM (
       SELECT name, email, phone, attributes FROM guests
       WHERE organisation_id = $1 ORDER BY id DESC LIMIT ${LOOKED_AT}) g`,
    [organisationId],
  )
  const row = rows[0] ?? {}
  return asked
    .map(({ value }, n) => ({ value, guests: Number(row[`v${n}`]), of: Number(row.of) }))
    .filter(({ guests }) => guests > 0)
}

/** Or a condition that asks for it. */
const hasDefault = (written: string, value: string): boolean => {
  const name = value.replaceAll('.', '\\.')
  return new RegExp(`${name}\\s*\\|\\s*default|\\{%-?\\s*(if|unless|elsif|case)[^%]*${name}`).test(written)
}
