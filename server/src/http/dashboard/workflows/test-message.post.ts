import { dashboard } from '@millrace/contract/operations/dashboard'
import { isPhone } from '@millrace/contract/phone'
import { tenantSql } from '#db/database.ts'
import { sendTestMail, sendTestText, type TestMail } from '#organisations/settings/send-test.ts'
import { testMessage } from '#simulation/test-message.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { Refusal } from '../../refusal.ts'
import { requireReach } from '../edge/own-workflow.ts'
import { requireOwnGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'
import { sendTest } from '../edge/send-test.ts'
import { orRefuseTrial } from '../edge/trial-refusals.ts'

export default bind(dashboard.testMessage, parts => async request => {
  const { organisationId, email } = request.member
  const { name } = request.session.member
  const id = requireId(request.params.id, 'workflow_not_found')
  const sql = tenantSql(parts.database, organisationId)
  const workflow = await requireWorkflow(sql, organisationId, id)
  await requireReach(sql, request.member, id)
  const { body } = checkedBody(request, dashboard.testMessage)
  const { node, language, guest_id, to } = body
  if (guest_id !== undefined) await requireOwnGuest(sql, request.member, guest_id.toLowerCase())
  if (node.type !== 'send_email' && node.type !== 'send_sms')
    throw new Refusal('validation_failed', {
      errors: { node: ['must be a step that sends a guest something'] },
    })
  const isSms = node.type === 'send_sms'
  if (isSms && (to === undefined || !isPhone(to)))
    throw new Refusal('validation_failed', {
      errors: { to: ['Give a phone number in full, as +442079460000.'] },
    })
  const phone = isSms ? (to ?? null) : null
  const { content } = await orRefuseTrial(
    testMessage(sql, parts, {
      organisationId,
      workflow: { id, name: workflow.name },
      draft: (await readDraft(sql, organisationId, id))?.document,
      node,
      guestId: guest_id?.toLowerCase(),
      tester: { name, email, phone, language },
    }),
  )
  const { outcome, message } = await sendTest(
    parts,
    request.member,
    isSms ? 'sms' : 'email',
    test =>
      phone === null
        ? sendTestMail(test, organisationId, email, content as unknown as TestMail)
        : sendTestText(test, organisationId, phone, String(content.body)),
    { action: 'workflow.message_tested', subject: id },
  )
  if (outcome !== 'delivered') throw new Refusal('trial_refused', { message })
  return { message: `The test was sent to ${phone ?? email}.` }
})
