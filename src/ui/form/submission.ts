import { type FormEvent, type RefObject, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { formOnItsWay } from '../browser/unanswered-requests.ts'

/** Whether a form of this page is being sent, until the page that answers it is there; following a link is not. */
export function useIsSubmitting(): boolean {
  return useNavigation().formData !== undefined
}

interface Submission {
  form: EventTarget | null
  /** Null when a script has sent the form. */
  button: HTMLElement | null
}

let lastSubmission: Submission | null = null
const listeners = new Set<() => void>()

/** What a button has to do with the form that was sent last: it sent it itself, belongs to it, or neither. */
type SubmissionPart = 'sender' | 'same-form' | 'none'

/** Follows which part a button has in the last submission, so that of several like buttons only the pressed one turns. */
export function useSubmissionPart(button: RefObject<HTMLButtonElement | null>): SubmissionPart {
  return useSyncExternalStore(
    subscribe,
    () => partOf(button.current),
    () => 'none',
  )
}

function partOf(button: HTMLButtonElement | null): SubmissionPart {
  if (!lastSubmission || !button || button.form !== lastSubmission.form) return 'none'
  const isSender = lastSubmission.button === button || lastSubmission.button === null
  return isSender ? 'sender' : 'same-form'
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('submit', noteSubmission, true)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('submit', noteSubmission, true)
  }
}

function noteSubmission({ target, submitter }: SubmitEvent): void {
  lastSubmission = { form: target, button: submitter }
  for (const listener of listeners) listener()
}

let pressed: (Submission & { before: object | null }) | null = null

/**
 * Whether a press sends what is on its way already: buttons show that they are busy only once the page is drawn again
 * (R825). Remembers the press otherwise.
 */
export function isSentAlready({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const { submitter: button } = nativeEvent as SubmitEvent
  const onItsWay = formOnItsWay()
  // What was on its way before the first press is another form, or the first press sent nothing.
  if (
    onItsWay &&
    onItsWay !== pressed?.before &&
    pressed?.form === currentTarget &&
    pressed.button === button
  )
    return true
  pressed = { form: currentTarget, button, before: onItsWay }
  return false
}
