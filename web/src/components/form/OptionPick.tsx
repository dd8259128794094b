import { useState } from 'react'
import { Combobox, type ComboboxProps } from './Combobox.tsx'

export interface OptionPickProps
  extends Omit<ComboboxProps, 'text' | 'search' | 'onText' | 'onChoose' | 'onBlur' | 'onEnter'> {
  /** The value of an option; empty: none. */
  value: string
  onChange(value: string): void
  /** Where the server narrows the options: it gets what is typed. */
  onSearch?: ((typed: string) => void) | undefined
}

/**
 * One of the options, by its name. What is typed only searches, and leaving the field shows the name of the choice
 * again; one that is not among the options is shown as its value. Emptying the field removes the choice.
 */
export function OptionPick({ value, onChange, onSearch, ...rest }: OptionPickProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string | undefined) => {
    setTyped(text)
    onSearch?.(text ?? '')
  }
  const chosen = rest.options.find(option => option.value === value)
  return (
    <Combobox
      {...rest}
      search={onSearch === undefined ? (typed ?? '') : ''}
      text={typed ?? chosen?.label ?? value}
      onText={text => {
        type(text)
        if (text === '') onChange('')
      }}
      onChoose={option => {
        type(undefined)
        onChange(option.value)
      }}
      onBlur={() => type(undefined)}
    />
  )
}
