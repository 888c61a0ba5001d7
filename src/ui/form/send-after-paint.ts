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

/** Whether a mouse button is held down, or a finger that the browser takes for one. */
export let isPointerDown = false

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => (isPointerDown = true), true)
  document.addEventListener('mouseup', () => (isPointerDown = false), true)
}

/** Runs now, or after the mouse button is released: an error that moves the page before would make the click miss. */
export function runAfterPointerUp(run: () => void): void {
  if (!isPointerDown) run()
  else document.addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
}
