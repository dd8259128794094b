import { dashboard } from '@millrace/contract/operations/dashboard'
import { tenantSql } from '#db/database.ts'
import { readSource } from '#sources/read-source.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

/** The source is in the query: it may be any text, with slashes in it and whatever else an address gives a meaning to. */
export default bind(dashboard.readSource, parts => {
  const { organisations } = parts
  return async ({ member: { organisationId }, query }) => {
    const sql = tenantSql(parts.database, organisationId)
    const page = await readSource(sql, organisations, organisationId, query.source ?? null, parts.checks)
    if (page === undefined) throw new Refusal('source_not_found')
    return page
  }
})
