import { type FormEvent, useRef } from 'react'
import { useSubmit } from 'react-router'
import { afterPaint } from '../browser/after-paint.ts'

/**
 * For a form's `onSubmit`, after its validation: sends it once its button's pressed look is painted, because what starts a
 * submission keeps a phone from painting for a while. A second press until then does nothing (R825).
 */
export function useSendAfterPaint() {
  const submit = useSubmit()
  const isWaiting = useRef(false)
  return (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (isWaiting.current) return
    isWaiting.current = true
    const { submitter } = event.nativeEvent as SubmitEvent
    const sender = (submitter as HTMLButtonElement | null) ?? event.currentTarget
    afterPaint(() => {
      isWaiting.current = false
      submit(sender, { preventScrollReset: true })
    })
  }
}
