import type { MessageNode } from '@millrace/contract/in-language'
import { Fragment, type ReactNode, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { type Tab, Tabs } from '../../../components/Tabs.tsx'
import { replaceNode } from '../../../features/workflow/document.ts'
import {
  addLanguage,
  copyOfOriginal,
  languagesOf,
  type TranslationState,
  translationState,
} from '../../../features/workflow/translations.ts'
import { languageName } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'
import { AddLanguageDialog } from './AddLanguageDialog.tsx'
import styles from './InLanguages.module.css'
import type { NodeFormProps } from './panel-context.ts'
import { RemoveLanguageDialog } from './RemoveLanguageDialog.tsx'
import { translationForm } from './translation-form.ts'

export interface InLanguagesProps<Node extends MessageNode> {
  form: NodeFormProps<Node>
  /** The one that is shown; undefined: the original. */
  language: string | undefined
  onLanguage(language: string | undefined): void
  /** The texts of the message in one language. */
  children(form: NodeFormProps<Node>): ReactNode
}

/** What a message says, in the language that is chosen. */
export function InLanguages<Node extends MessageNode>(props: InLanguagesProps<Node>) {
  const { form, language, onLanguage, children } = props
  const { document, node, locked } = form
  const [isAdding, setIsAdding] = useState(false)
  const languages = languagesOf(document, node)
  const shown = languages.find(one => one === language)
  const content = (one: string | undefined) =>
    one !== shown ? null : (
      // The fields of one language are not those of another, and neither is what can be undone in them.
      <Fragment key={one}>
        {one === undefined ? children(form) : <Translation {...props} language={one} />}
      </Fragment>
    )
  const tabs: Tab[] = [undefined, ...languages].map(one => ({
    name: one === undefined ? t`Original` : tabName(one, translationState(node, one)),
    content: content(one),
  }))
  const add = !locked && (
    <div>
      <Button quiet onClick={() => setIsAdding(true)}>
        {t`Add language…`}
      </Button>
    </div>
  )
  return (
    <>
      {languages.length === 0 ? (
        children(form)
      ) : (
        <Tabs
          label={t`Language of the message`}
          tabs={tabs}
          chosen={{
            place: shown === undefined ? 0 : languages.indexOf(shown) + 1,
            onPlace: place => onLanguage(languages[place - 1]),
          }}
        />
      )}
      {add}
      {isAdding && (
        <AddLanguageDialog
          document={document}
          onAdd={added => {
            const copied = node.translations?.[added] === undefined ? copyOfOriginal(node, added) : node
            form.onDocument(addLanguage(replaceNode(document, copied), added))
            onLanguage(added)
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}

function tabName(language: string, state: TranslationState): string {
  const name = languageName(language)
  if (state === 'missing') return t`${name} (missing)`
  return state === 'same' ? t`${name} (not translated)` : name
}

function Translation<Node extends MessageNode>({
  form,
  language,
  onLanguage,
  children,
}: InLanguagesProps<Node> & { language: string }) {
  const { node, document, locked } = form
  const [isRemoving, setIsRemoving] = useState(false)
  const name = languageName(language)
  const state = translationState(node, language)
  return (
    <>
      {state === 'missing' ? (
        <Note tone="warn">
          <p>{t`This message is not in ${name} yet. The workflow can’t be published without it.`}</p>
          {!locked && (
            <Button
              onClick={() => form.onNode(copyOfOriginal(node, language))}
            >{t`Copy the original`}</Button>
          )}
        </Note>
      ) : (
        <>
          {state === 'same' && <p className={styles.quiet}>{t`A copy of the original, to be translated.`}</p>}
          {children(translationForm(form, language))}
        </>
      )}
      {!locked && (
        <div>
          <Button quiet danger onClick={() => setIsRemoving(true)}>
            {t`Remove ${name}…`}
          </Button>
        </div>
      )}
      {isRemoving && (
        <RemoveLanguageDialog
          document={document}
          language={language}
          onRemoved={changed => {
            form.onDocument(changed)
            onLanguage(undefined)
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}
