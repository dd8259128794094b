import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { nameOf } from '../../../features/workflow/node-types.ts'
import { addLanguage, messagesOf, translationState } from '../../../features/workflow/translations.ts'
import { languageName, listed } from '../../../language/format.ts'
import { t } from '../../../language/words.ts'
import { AddLanguageDialog } from './AddLanguageDialog.tsx'
import languageStyles from './InLanguages.module.css'
import styles from './NodePanel.module.css'
import type { PanelProps } from './panel-context.ts'
import { RemoveLanguageDialog } from './RemoveLanguageDialog.tsx'

/** The languages of the workflow, with the messages that are not in one of them yet. */
export function LanguageSettings({
  document,
  locked,
  onDocument,
}: Pick<PanelProps, 'document' | 'locked' | 'onDocument'>) {
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<string>()
  const { languages = [] } = document
  const missingIn = (language: string) =>
    messagesOf(document).filter(node => translationState(node, language) !== 'there')
  return (
    <>
      <h3 className={styles.heading}>{t`Languages`}</h3>
      <p className={styles.about}>
        {t`Every e-mail and SMS is in each of these languages, besides the one it is written in. You translate at the step.`}
      </p>
      {languages.length > 0 && (
        <ul className={languageStyles.languages} aria-label={t`Languages`}>
          {languages.map(language => {
            const name = languageName(language)
            const missing = missingIn(language)
            return (
              <li key={language}>
                <span>
                  {name}
                  {missing.length > 0 && (
                    <span className={languageStyles.quiet}>
                      {' '}
                      {t`Not translated: ${listed(missing.map(nameOf))}`}
                    </span>
                  )}
                </span>
                {!locked && (
                  <IconButton
                    danger
                    icon="close"
                    label={t`Remove ${name}`}
                    onClick={() => setRemoved(language)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!locked && (
        <div>
          <Button quiet onClick={() => setIsAdding(true)}>
            {t`Add language…`}
          </Button>
        </div>
      )}
      {isAdding && (
        <AddLanguageDialog
          document={document}
          onAdd={language => onDocument(addLanguage(document, language))}
          onClose={() => setIsAdding(false)}
        />
      )}
      {removed !== undefined && (
        <RemoveLanguageDialog
          document={document}
          language={removed}
          onRemoved={onDocument}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}
