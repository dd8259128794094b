import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** What was typed, once the typing pauses: nobody wants to know about every letter of it. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
