import { useState } from 'react'

/** A form over what is stored. Until it is edited it shows what is stored, also when another member changes that. */
export function useEdited<Value extends object>(stored: Value) {
  const [typed, setTyped] = useState<Value>()
  const value = typed ?? stored
  return {
    value,
    edited: typed !== undefined,
    change: (part: Partial<Value>) => setTyped({ ...value, ...part }),
    /** Shows what is stored again. */
    discard: () => setTyped(undefined),
  }
}
