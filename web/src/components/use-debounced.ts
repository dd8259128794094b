import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** The value after a pause, so that typing does not send a request for every letter. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
