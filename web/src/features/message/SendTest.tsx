import type { MessageNode } from '@millrace/contract/in-language'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { testMessage } from '../../api/workflows.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'

/** What is tested: the message as it is written now, in one language. */
export interface TestOfMessage {
  readonly workflowId: string
  readonly node: MessageNode
  /** Of a translation. */
  readonly language?: string | undefined
}

export interface SendTestProps {
  test: TestOfMessage
  /** As whom it is written; undefined: as the member. */
  guest?: { readonly id: string; readonly name?: string | null } | undefined
}

/** Sends the message to the member: an e-mail to their own address, an SMS to a number that they give. */
export function SendTest({ test, guest }: SendTestProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [to, setTo] = useState('')
  const done = useChanged([], () => setIsAsking(false))
  const { workflowId, node, language } = test
  const isSms = node.type === 'send_sms'
  const submission = useSubmit(
    () =>
      testMessage(workflowId, {
        node,
        ...(language !== undefined && { language }),
        ...(guest && { guest_id: guest.id }),
        ...(isSms && { to: to.trim() }),
      }),
    done,
  )
  return (
    <>
      <Button quiet onClick={() => setIsAsking(true)}>
        {t`Send me a test…`}
      </Button>
      {isAsking && (
        <Dialog title={t`Send a test`} onClose={() => setIsAsking(false)}>
          <p>
            {isSms
              ? t`The SMS is sent as it is written now. It may cost what an SMS costs.`
              : t`The e-mail is sent to your own address, as it is written now. Its links to unsubscribe change nothing.`}{' '}
            {guest === undefined
              ? t`It is written as if you were the guest.`
              : t`It is written as for ${guest.name ?? t`the chosen guest`}.`}
          </p>
          <Form submission={submission} action={t`Send test`} onCancel={() => setIsAsking(false)}>
            {isSms && (
              <TextField
                label={t`Phone number`}
                name="to"
                type="tel"
                placeholder="+442079460000"
                value={to}
                onChange={setTo}
                failure={submission.failure}
              />
            )}
          </Form>
        </Dialog>
      )}
    </>
  )
}
