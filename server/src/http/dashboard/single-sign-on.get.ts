import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../bind.ts'
import { answerSingleSignOn } from './edge/answer-single-sign-on.ts'

export default bind(
  dashboard.readSingleSignOn,
  parts =>
    async ({ member }) =>
      answerSingleSignOn(parts, member.organisationId, 'How members sign in with single sign-on.'),
)
