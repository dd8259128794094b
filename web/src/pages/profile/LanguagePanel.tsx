import type { Language } from '@millrace/contract/language'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeProfile } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { changeLanguage } from '../../language/change.ts'
import { firstKnown, languages } from '../../language/languages.ts'
import { t } from '../../language/words.ts'
import { storeSession, useSignedIn } from '../../session/use-session.ts'
import { toast } from '../../toasts/toasts.ts'

const names = Object.entries(languages).map(([value, { name }]) => ({
  value: value as Language,
  label: name,
}))

/** The page is loaded again in another language. */
export function LanguagePanel() {
  const { member } = useSignedIn()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Language | ''>(member.language ?? '')
  const language = chosen === '' ? null : chosen
  const submission = useSubmit(
    () => changeProfile({ language }),
    ({ session }) => {
      storeSession(queries, session)
      if (!changeLanguage(language === null ? undefined : { language, by: 'member' })) {
        toast(t`Language changed.`, 'good')
      }
    },
  )
  const ofBrowser = languages[firstKnown(navigator.languages)].name
  return (
    <Panel title={t`Language`} narrow>
      <p>{t`The language of the dashboard, with its dates and numbers. Messages to guests stay as they are written.`}</p>
      <Form
        submission={submission}
        action={t`Save language`}
        unsaved={{ edited: language !== member.language, discard: () => setChosen(member.language ?? '') }}
      >
        <SelectField<Language | ''>
          label={t`Language`}
          name="language"
          value={chosen}
          choices={[{ value: '', label: t`As in your browser (${ofBrowser})` }, ...names]}
          onChange={setChosen}
          failure={submission.failure}
        />
      </Form>
    </Panel>
  )
}
