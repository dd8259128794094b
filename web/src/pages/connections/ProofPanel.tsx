import type { ProofSettings } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { changeProof } from './shared/connection-calls.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'

type Choices<Key extends keyof ProofSettings> = readonly { value: ProofSettings[Key]; label: string }[]

const ways: Choices<'way'> = [
  { value: 'bearer', label: t`Bearer token` },
  { value: 'basic', label: t`User and password` },
  { value: 'header', label: t`Secret in a header` },
  { value: 'hmac', label: t`Signature (HMAC)` },
]
const algorithms: Choices<'algorithm'> = [
  { value: 'sha256', label: 'SHA-256' },
  { value: 'sha1', label: 'SHA-1' },
]
const encodings: Choices<'encoding'> = [
  { value: 'hex', label: t`Hex` },
  { value: 'base64', label: 'Base64' },
]
const signed: Choices<'signed'> = [
  { value: 'body', label: t`Body` },
  { value: 'timestamp_body', label: t`Time, then body` },
  { value: 'body_timestamp', label: t`Body, then time` },
  { value: 'url_body', label: t`Address, then body` },
]
const places: Choices<'time_in'> = [
  { value: 'header', label: t`Header` },
  { value: 'field', label: t`Field at the top of the JSON` },
]

/** For any system: its documentation says how its requests can be checked. */
export function ProofPanel({ id, proof }: { id: string; proof: ProofSettings }) {
  const [given, setGiven] = useState({
    ...proof,
    header: proof.header ?? '',
    username: proof.username ?? '',
    time_name: proof.time_name ?? '',
  })
  const submission = useSubmit(
    () =>
      changeProof(id, {
        ...given,
        header: given.header.trim() || null,
        username: given.username.trim() || null,
        time_name: given.time_name.trim() || null,
      }),
    useConnectionSaved(),
  )
  const change = (part: Partial<typeof given>) => setGiven({ ...given, ...part })
  const field = fieldsOf(given, change, submission.failure)
  const isSignature = given.way === 'hmac'
  const hasTime = given.signed === 'timestamp_body' || given.signed === 'body_timestamp'
  return (
    <Panel title={t`Proof of origin`} narrow>
      <p>{t`How the other system shows that a request is from it. Its documentation says which one it uses.`}</p>
      <Form submission={submission} action={t`Save`}>
        <SelectField label={t`Proof`} choices={ways} {...field('way')} />
        {given.way === 'basic' && (
          <TextField label={t`User`} required maxLength={100} {...field('username')} />
        )}
        {(given.way === 'header' || isSignature) && (
          <TextField
            label={t`Header`}
            required
            maxLength={100}
            placeholder={isSignature ? t`X-Signature` : t`X-Api-Key`}
            {...field('header')}
          />
        )}
        {isSignature && (
          <>
            <SelectField label={t`Hash`} choices={algorithms} {...field('algorithm')} />
            <SelectField label={t`Written as`} choices={encodings} {...field('encoding')} />
            <TextField
              label={t`Prefix`}
              maxLength={20}
              placeholder={t`sha256=`}
              note={t`What the header has before the signature. Leave blank for nothing.`}
              {...field('prefix')}
            />
            <SelectField label={t`Signed`} choices={signed} {...field('signed')} />
          </>
        )}
        {isSignature && hasTime && (
          <>
            <SelectField label={t`Place of the time`} choices={places} {...field('time_in')} />
            <TextField
              label={given.time_in === 'header' ? t`Header of the time` : t`Field of the time`}
              required
              maxLength={100}
              placeholder={given.time_in === 'header' ? t`X-Timestamp` : t`timestamp`}
              {...field('time_name')}
            />
            <TextField
              label={t`Between time and body`}
              maxLength={5}
              placeholder="."
              note={t`Leave blank for nothing.`}
              {...field('separator')}
            />
            <CheckField
              label={t`Refuse what was signed more than five minutes ago`}
              value={given.checks_time}
              onChange={checks_time => change({ checks_time })}
              note={t`Untick this if the system repeats a request with the time it first had.`}
            />
          </>
        )}
      </Form>
    </Panel>
  )
}
