import type { Language } from '@millrace/contract/language'
import { useId } from 'react'
import { changeLanguage } from '../../language/change.ts'
import { currentLanguage } from '../../language/current.ts'
import { languages } from '../../language/languages.ts'
import { t } from '../../language/words.ts'
import styles from './LanguageChoice.module.css'

/** For those who are not signed in; members choose theirs in their profile. */
export function LanguageChoice() {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className="visually-hidden">
        {t`Language`}
      </label>
      <select
        id={id}
        defaultValue={currentLanguage()}
        onChange={event => changeLanguage({ language: event.target.value as Language, by: 'browser' })}
      >
        {Object.entries(languages).map(([value, { name, locale }]) => (
          <option key={value} value={value} lang={locale}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
