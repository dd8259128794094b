import { useState } from 'react'
import { t } from '../../language/words.ts'
import { IconButton } from '../IconButton.tsx'
import { Combobox } from './Combobox.tsx'
import { Control, type ControlProps } from './Control.tsx'
import type { Option } from './option.ts'
import styles from './TokensField.module.css'

export interface TokensFieldProps extends ControlProps {
  value: readonly string[]
  options: readonly Option[]
  placeholder?: string
  onChange(value: string[]): void
}

/** Several texts, each chosen or typed. What is being typed counts already, so that leaving the page loses nothing. */
export function TokensField({
  label,
  name,
  note,
  failure,
  value,
  options,
  placeholder,
  onChange,
}: TokensFieldProps) {
  const [typed, setTyped] = useState('')
  const tokens = typed !== '' && value.at(-1) === typed ? value.slice(0, -1) : value
  const put = (next: readonly string[], rest = '') => {
    setTyped(rest)
    onChange([...new Set(rest === '' ? next : [...next, rest])])
  }
  const nameOf = (token: string) => options.find(option => option.value === token)?.label ?? token
  return (
    <Control label={label} name={name} note={note} failure={failure}>
      {({ className, ...wired }) => (
        <div className={`${className} ${styles.tokens}`}>
          {tokens.map(token => (
            <span key={token} className={styles.token} title={token}>
              {nameOf(token)}
              <IconButton
                icon="close"
                label={t`Remove ${nameOf(token)}`}
                onClick={() =>
                  put(
                    tokens.filter(one => one !== token),
                    typed,
                  )
                }
              />
            </span>
          ))}
          <Combobox
            {...wired}
            {...(tokens.length === 0 && placeholder !== undefined ? { placeholder } : {})}
            options={options.filter(option => !tokens.includes(option.value))}
            text={typed}
            onText={text => {
              const parts = text.split(/[\s,]+/)
              put([...tokens, ...parts.slice(0, -1).filter(Boolean)], parts.at(-1))
            }}
            onChoose={option => put([...tokens, option.value])}
            onEnter={() => put(value)}
            onEmptyBackspace={() => put(tokens.slice(0, -1))}
            onBlur={() => setTyped('')}
          />
        </div>
      )}
    </Control>
  )
}
