import type { PasskeyQuestion } from '@millrace/contract/second-factor'
import { type Answer, dismissed, type Failure } from '../../api/answer.ts'
import { t } from '../../language/words.ts'

/** Loaded when it is needed: most members sign in by something else. */
const library = () => import('@simplewebauthn/browser')

type Asked = Pick<PasskeyQuestion, 'options'>

/** Signs with a passkey that the browser has. */
export const signWithPasskey = (asked: Asked): Promise<Answer<Record<string, unknown>>> =>
  attempt(async () => {
    const { startAuthentication } = await library()
    return { ...(await startAuthentication({ optionsJSON: asked.options as never })) }
  })

export const createPasskey = (asked: Asked): Promise<Answer<Record<string, unknown>>> =>
  attempt(async () => {
    const { startRegistration } = await library()
    return { ...(await startRegistration({ optionsJSON: asked.options as never })) }
  })

async function attempt<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/** A person who closes the browser's question has changed their mind: nothing is said about it. */
function failureOf(error: unknown): Failure {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'NotAllowedError' || name === 'AbortError') return dismissed
  const message =
    code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? t`This device already has a passkey for your account.`
      : t`The browser could not use a passkey here. Try another way.`
  return { ...dismissed, kind: 'refused', message }
}
