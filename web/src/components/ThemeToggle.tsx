import { useState } from 'react'
import { t } from '../language/words.ts'
import { applyTheme, storedTheme, storeTheme, type Theme } from '../theme/theme.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './ThemeToggle.module.css'

const choices: { theme: Theme; label: string; icon: IconName }[] = [
  { theme: 'light', label: t`Light`, icon: 'sun' },
  { theme: 'system', label: t`System`, icon: 'screen' },
  { theme: 'dark', label: t`Dark`, icon: 'moon' },
]

export function ThemeToggle() {
  const [chosen, setChosen] = useState(storedTheme)
  const choose = (theme: Theme) => {
    storeTheme(theme)
    applyTheme(theme)
    setChosen(theme)
  }
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t`Theme`}</legend>
      {choices.map(({ theme, label, icon }) => (
        <label key={theme} className={styles.choice} title={label}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={chosen === theme}
            onChange={() => choose(theme)}
          />
          <Icon name={icon} />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
