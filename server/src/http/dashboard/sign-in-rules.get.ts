import { dashboard } from '@millrace/contract/operations/dashboard'
import { readSignInRules } from '#members/second-factor/sign-in-rules.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.readSignInRules,
  ({ database }) =>
    async ({ member }) =>
      readSignInRules(database.engineSql, member.organisationId),
)
