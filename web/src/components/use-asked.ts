import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'

/**
 * Does what the address asks for, such as opening the dialog of `?do=new`, so that a command of the search or a link can lead to
 * it. It is asked for once: a page that is reloaded, or gone back to, does not do it again.
 */
export function useAsked(what: string, act: () => void): void {
  const [params, setParams] = useSearchParams()
  const latest = useRef(act)
  latest.current = act
  const isAsked = params.get('do') === what
  useEffect(() => {
    if (!isAsked) return
    latest.current()
    setParams(
      now => {
        const next = new URLSearchParams(now)
        next.delete('do')
        return next
      },
      { replace: true },
    )
  }, [isAsked, setParams])
}
