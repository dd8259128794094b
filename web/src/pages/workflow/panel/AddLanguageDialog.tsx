import { isLanguage } from '@millrace/contract/translation'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useState } from 'react'
import { type Answer, dismissed } from '../../../api/answer.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { ComboField } from '../../../components/form/ComboField.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { languageName } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'

/** What guests of venue groups mostly read; any other can be typed. */
const offered =
  'ar bg ca cs da de el en es et eu fi fr ga gl he hr hu is it ja ko lt lv mt nb nl pl pt pt-BR ro ru sk sl sv tr uk zh'.split(
    ' ',
  )

export interface AddLanguageDialogProps {
  document: WorkflowDefinition
  onAdd(language: string): void
  onClose(): void
}

/** Asks which language the messages of the workflow are also in. */
export function AddLanguageDialog({ document, onAdd, onClose }: AddLanguageDialogProps) {
  const [typed, setTyped] = useState('')
  const { languages = [] } = document
  const options = offered
    .filter(language => !languages.includes(language))
    .map(language => ({ value: language, label: languageName(language) }))
    .sort((a, b) => a.label.localeCompare(b.label))
  const submission = useSubmit(
    async (): Promise<Answer<string>> => {
      const language = codeOf(typed, options)
      if (!isLanguage(language)) return refused(t`Choose a language, or enter its code, such as de or pt-BR.`)
      if (languages.includes(language)) return refused(t`${languageName(language)} is there already.`)
      return { ok: true, value: language }
    },
    language => {
      onAdd(language)
      onClose()
    },
  )
  return (
    <Dialog title={t`Add language`} onClose={onClose}>
      <p>
        {t`Guests get each message in their language, and the original if there is no translation into it. Every e-mail and SMS of this workflow has to be in each of its languages.`}
      </p>
      <Form submission={submission} action={t`Add language`} onCancel={onClose}>
        <ComboField
          label={t`Language`}
          name="language"
          value={options.find(({ value }) => value === typed)?.label ?? typed}
          options={options}
          maxLength={50}
          failure={submission.failure}
          onChange={setTyped}
        />
      </Form>
    </Dialog>
  )
}

/** By its name as well as by its code, which people write as they like. */
function codeOf(typed: string, options: readonly { value: string; label: string }[]): string {
  const text = typed.trim()
  const named = options.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (named !== undefined) return named.value
  const [language = '', region] = text.replace('_', '-').split('-')
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
}

const refused = (message: string): Answer<string> => ({
  ok: false,
  failure: {
    ...dismissed,
    kind: 'refused',
    code: 'validation_failed',
    message,
    errors: { language: [message] },
  },
})
