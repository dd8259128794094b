import type { SignInRules } from '@millrace/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readSignInRules, saveSignInRules } from '../../api/dashboard.ts'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'

const rulesKey = ['sign-in-rules']

/** How members sign in. */
export function SignInPanel() {
  const rules = useQuery({ queryKey: rulesKey, queryFn: ({ signal }) => asked(readSignInRules(signal)) })
  return (
    <Panel title={t`Sign-in`}>
      <Loaded query={rules}>{data => <RulesForm key={JSON.stringify(data)} rules={data} />}</Loaded>
    </Panel>
  )
}

function RulesForm({ rules }: { rules: SignInRules }) {
  const [required, setRequired] = useState(rules.require_second_factor)
  const submission = useSubmit(
    () => saveSignInRules({ require_second_factor: required }),
    useChanged([rulesKey, ['session']]),
  )
  return (
    <Form submission={submission} action={t`Save`} disabled={required === rules.require_second_factor}>
      <CheckField
        label={t`Require a second factor`}
        note={t`Every member needs a passkey or an authenticator app. ${without(rules.members_without)}`}
        value={required}
        onChange={setRequired}
      />
    </Form>
  )
}

function without(members: number): string {
  if (members === 0) return t`All members have one.`
  const who = members === 1 ? t`1 member has` : t`${members} members have`
  return t`${who} none yet and must set one up at the next sign-in.`
}
