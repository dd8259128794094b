import { addTag } from './add-tag.ts'
import { awardPoints } from './award-points.ts'
import { branch } from './branch.ts'
import { callWebhook } from './call-webhook.ts'
import { createTask } from './create-task.ts'
import { end } from './end.ts'
import { removeTag } from './remove-tag.ts'
import { sendEmail } from './send-email.ts'
import { sendSms } from './send-sms.ts'
import { split } from './split.ts'
import { startWorkflow } from './start-workflow.ts'
import type { StepTable } from './step.ts'
import { updateGuest } from './update-guest.ts'
import { wait } from './wait.ts'
import { waitForAnswer } from './wait-for-answer.ts'
import { waitForClick } from './wait-for-click.ts'
import { waitForEvent } from './wait-for-event.ts'
import { waitForTask } from './wait-for-task.ts'

/** Every type of node and its step. */
export const steps: StepTable = {
  send_email: sendEmail,
  send_sms: sendSms,
  award_points: awardPoints,
  add_tag: addTag,
  remove_tag: removeTag,
  update_guest: updateGuest,
  call_webhook: callWebhook,
  create_task: createTask,
  start_workflow: startWorkflow,
  branch,
  split,
  wait,
  wait_for_event: waitForEvent,
  wait_for_task: waitForTask,
  wait_for_click: waitForClick,
  wait_for_answer: waitForAnswer,
  end,
}
