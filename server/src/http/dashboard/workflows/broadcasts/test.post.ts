import { dashboard } from '@millrace/contract/operations/dashboard'
import { tenantSql } from '#db/database.ts'
import { sendTestMail } from '#organisations/settings/send-test.ts'
import { testMails } from '#triggers/test-mails.ts'
import { bind } from '../../../bind.ts'
import { requireWorkflow } from '../../../edge/require-workflow.ts'
import { Refusal } from '../../../refusal.ts'
import { definitionToTry } from '../../edge/definition-to-try.ts'
import { requireReach } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { sendTest } from '../../edge/send-test.ts'
import { orRefuseTrial } from '../../edge/trial-refusals.ts'

export default bind(dashboard.testBroadcast, parts => async request => {
  const { organisationId, email } = request.member
  const { name } = request.session.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const sql = tenantSql(parts.database, organisationId)
  const rendered = async () => {
    const workflow = await requireWorkflow(sql, organisationId, id)
    await requireReach(sql, request.member, id)
    const definition = await definitionToTry(sql, parts.checks, organisationId, id)
    const asked = { organisationId, workflow: { id, name: workflow.name, definition } }
    return testMails(sql, parts, asked, { name, email })
  }
  const mails = await orRefuseTrial(rendered())
  const audit = { action: 'workflow.broadcast_tested', subject: id }
  for (const mail of mails) {
    const { outcome, message } = await sendTest(
      parts,
      request.member,
      'email',
      test => sendTestMail(test, organisationId, email, mail),
      audit,
    )
    if (outcome !== 'delivered') throw new Refusal('trial_refused', { message })
  }
  const sent = mails.length
  return { message: `${sent} ${sent === 1 ? 'e-mail was' : 'e-mails were'} sent to ${email}.`, sent }
})
